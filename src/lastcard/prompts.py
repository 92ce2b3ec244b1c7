"""What players are asked in each phase, and what the others are told meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

ASKS, WAITS, FIRST = "It's up to you.", "Waiting for {seats}.", "You have something else to do first."
NO_OTHERS: Mapping[str, str] = {}


class Prompt(NamedTuple):
    """The sentences of a phase: a question for the seats that it waits for, and a line for the others.

    In ``asks``, {card} stands for the card that waits for an answer, and {seat} for its player, or in a vote for the player
    who is judged. In ``waits``, {seats} stands for the seats that the phase waits for. ``first`` refuses a play, draw or pass
    during the phase and says what has to be done first. A phase is ``aloud`` if the player it waits for performs in front of
    the others. ``offers`` puts the question in other words for a player who can only do some of what ``asks`` offers. Its
    keys are the words of the verbs that are left, in alphabetical order.
    """

    asks: str
    waits: str
    first: str = FIRST
    aloud: bool = False
    offers: Mapping[str, str] = NO_OTHERS

    def question(self, words: Iterable[str]) -> str:
        """Return what a player is asked who can use these verbs."""
        return self.offers.get(" ".join(sorted(set(words))), self.asks)


PROMPTS = {
    "turn": Prompt(
        "Your turn: play a card that matches, or draw one.",
        "Waiting for {seats} to play.",
        offers={"draw": "Your turn: nothing matches, so draw a card."},
    ),
    "drew": Prompt("Play the card you drew, or pass.", "Waiting for {seats} to play the drawn card or pass."),
    "answer": Prompt(
        "{seat}'s {card} hits you. Draw, or challenge?",
        "Waiting for {seats} to draw four or challenge.",
        "Answer the {card} first.",
    ),
    "stack": Prompt(
        "{seat}'s {card} hits you. Take the cards, or answer with one of yours?",
        "Waiting for {seats} to take the cards or answer.",
        offers={
            "accept": "{seat}'s {card} hits you. You have no card to answer with: take the cards.",
            "accept challenge": "{seat}'s {card} hits you. Take the cards, or challenge?",
            "accept challenge play": "{seat}'s {card} hits you. Take the cards, challenge, or answer with one of yours?",
        },
    ),
    "color": Prompt("Pick a color.", "Waiting for {seats} to pick a color.", "Pick a color first."),
    "vote": Prompt("What's your verdict?", "Waiting for {seats} to vote."),
    "rule-vote": Prompt("Did {seat} do what the card says?", "Waiting for {seats} to judge."),
    "choose": Prompt("Pick a player.", "Waiting for {seats} to pick a player.", "Pick a player first."),
    "follow": Prompt(
        "Add a card with the same number, or say that you're done.",
        "Waiting for {seats} to add a card with the same number.",
        "Add a card with the same number, or say that you're done.",
    ),
    "discard": Prompt("Pick a card to discard.", "Waiting for {seats} to discard.", "Discard a card first."),
    "over": Prompt("The round is over.", "The round is over."),
}
