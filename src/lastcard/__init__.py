"""The UNO family: five editions exactly as their leaflets say."""

from . import editions
from .edition import Edition
from .errors import IllegalMove, InvalidMove, InvalidOption, InvalidPosition, InvalidRecord, LastcardError, Refusal
from .events import Event
from .game import Game
from .moves import Move
from .view import View

__all__ = [
    "Edition",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "LastcardError",
    "Move",
    "Refusal",
    "View",
    "editions",
]
