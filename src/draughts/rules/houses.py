"""The rules of four houses, as differences from the games that people play. Data only."""

from __future__ import annotations

from draughts.rules.draws import DrawOffers, Material, MaterialLimit, NoProgress, Repetition
from draughts.rules.presets import AMERICAN, BRAZILIAN
from draughts.rules.registry import register_rules
from draughts.rules.rules import Removal
from draughts.rules.time_control import Expiry, TimeControl

__all__ = ["BARRELHEAD", "CHECKERS_BOARD", "KLYO", "YEEQIA"]

_LONE_KING = (Material(kings=(1, 1)),)

CHECKERS_BOARD = register_rules(
    AMERICAN.replace(name="checkers-board", draws=(Repetition(3), NoProgress(40, countdown=20))),
    "American checkers, rules of a web board",
    aliases=("american-site",),
    sources=("House rules: as WCDF, with automatic draws by repetition and after 40 moves each",),
    notes=(
        "The board shows how many moves each are left during the last 20.",
        "The dark side is called Black, whatever the colour of its pieces.",
    ),
)

BARRELHEAD = register_rules(
    AMERICAN.replace(
        name="barrelhead", draws=(*AMERICAN.draws, DrawOffers(allowed=False)), side_names=("Red", "White")
    ),
    "Barrelhead checkers",
    sources=("House rules: as American checkers; Red moves first; no draw offers",),
)

YEEQIA = register_rules(
    AMERICAN.replace(
        name="yeeqia",
        removal=Removal.IMMEDIATE,
        game_type=AMERICAN.game_type,  # with short kings no legal move is another
        draws=(Repetition(3), NoProgress(40), MaterialLimit(0, _LONE_KING, _LONE_KING), DrawOffers(allowed=False)),
        clock=TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE),
        side_names=("Red", "White"),
    ),
    "Yeeqia checkers",
    sources=("House rules: as American checkers; one king each is drawn at once; Red moves first",),
    notes=(
        "Pieces leave as they are jumped. With short kings this changes no legal move.",
        "One king each is drawn even if the side to move could capture.",
        "After 40 seconds a move is made for the player.",
    ),
)

KLYO = register_rules(
    BRAZILIAN.replace(name="klyo", draws=(Repetition(3), NoProgress(15), DrawOffers(allowed=False))),
    "Klyo draughts",
    sources=("House rules: 8x8, majority capture, flying kings, kings-only draw after 15 moves each",),
    notes=("The house does not say who moves first; White does here.",),
)
