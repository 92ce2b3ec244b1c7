"""The amounts that every leaflet states, as fields of the rules with their values."""


class Amounts:
    """The cards to deal and draw. An edition adds its own in its Rules the same way, and ``fill`` may write others."""

    hand_size: int = 7  # setup-deal: the cards that everyone is dealt
    uno_penalty: int = 2  # uno-catch: the cards that a forgotten UNO costs
    draw_two_n: int = 2  # draw-two: the cards that the next player draws
    draw_four_n: int = 4  # wd4-take, and wd4-guilty
    challenge_n: int = 2  # wd4-innocent: the extra cards that a wrong challenge costs
