"""Five editions of UNO, played exactly as their leaflets say."""

from . import editions
from .edition import Edition
from .errors import (
    IllegalMove,
    InvalidEdition,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    LastcardError,
    Refusal,
)
from .events import Event
from .game import Game
from .moves import Move
from .view import View

__version__ = "0.1.0"

__all__ = [
    "Edition",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidEdition",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "LastcardError",
    "Move",
    "Refusal",
    "View",
    "__version__",
    "editions",
]
