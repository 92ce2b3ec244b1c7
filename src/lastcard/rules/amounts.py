"""The amounts in every leaflet, by the field of the rules that holds them. An edition's ``fill`` may write others."""

AMOUNTS = {
    "hand_size": 7,  # setup-deal: the cards that everyone is dealt
    "uno_penalty": 2,  # uno-catch: the cards that a forgotten UNO costs
    "draw_two_n": 2,  # draw-two
    "draw_four_n": 4,  # wd4-take, and wd4-guilty
    "challenge_n": 2,  # wd4-innocent: the extra cards that a wrong challenge costs
}
