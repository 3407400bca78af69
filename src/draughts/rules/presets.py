"""The games that people play, one `Rules` value each, with their names and the sources of their rules. Data only."""

from __future__ import annotations

from draughts.rules.draws import (
    LoneKings,
    Material,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    ResetOn,
)
from draughts.rules.geometry import Corner, Geometry, PlayableSquares
from draughts.rules.registry import register_details, register_rules
from draughts.rules.rules import (
    CapturePriority,
    Color,
    Direction,
    Goal,
    KingLanding,
    KingRange,
    Notation,
    Promotion,
    Removal,
    ResultStyle,
    Rules,
)

__all__ = [
    "AMERICAN",
    "AMERICAN_GIVEAWAY",
    "ARMENIAN",
    "BRAZILIAN",
    "BREAKTHROUGH",
    "CANADIAN",
    "CZECH",
    "FRISIAN",
    "FRYSK",
    "INTERNATIONAL",
    "INTERNATIONAL_GIVEAWAY",
    "ITALIAN",
    "JAMAICAN",
    "KILLER",
    "POOL",
    "PORTUGUESE",
    "RUSSIAN",
    "RUSSIAN_GIVEAWAY",
    "SPANISH",
    "SPANTSIRETTI",
    "THAI",
    "TURKISH",
]


def _men_and_kings(*owned: tuple[int, int]) -> tuple[Material, ...]:
    return tuple(Material((men, men), (kings, kings)) for men, kings in owned)


_LONE_KING = _men_and_kings((0, 1))
_ANY_PIECE = _men_and_kings((1, 0), (0, 1))
_THREE_KINGS = _men_and_kings((0, 3))
_THREE_WITH_KING = _men_and_kings((0, 3), (1, 2), (2, 1))
_TWO_WITH_KING = _men_and_kings((0, 2), (1, 1), (0, 1))

AMERICAN = register_rules(
    Rules(),
    "American checkers (English draughts)",
    aliases=("english", "checkers", "american checkers", "english draughts", "draughts"),
    numbers=(21,),
    sources=(
        "WCDF Rules of Draughts: board and numbering 1.1-1.11, king 1.17, capture by a man 1.18, capture 1.19-1.20",
        "WCDF Rules of Draughts: draws 1.32.1 (repetition) and 1.32.2 (40 moves)",
    ),
    notes=(
        "The rule book has a player demonstrate the 40-move draw to the referee; here it is automatic by default.",
        "A capture or the move of any man restarts the count of 40, not a promotion only.",
    ),
)

INTERNATIONAL = register_rules(
    Rules(
        name="international",
        geometry=Geometry(10, 10),
        first_mover=Color.WHITE,
        men_rows=4,
        man_captures=Direction.DIAGONAL,
        king_range=KingRange.FLYING,
        promotion=Promotion.AT_REST,
        capture_priority=(CapturePriority.MOST_PIECES,),
        draws=(
            Repetition(3),
            NoProgress(25),
            MaterialLimit(16, _THREE_WITH_KING, _LONE_KING),
            MaterialLimit(5, _TWO_WITH_KING, _LONE_KING),
        ),
        game_type="20,W,10,10,N2,0",
        result_style=ResultStyle.INTERNATIONAL,
    ),
    "International draughts",
    aliases=("polish", "fmjd", "normal", "standard", "international draughts", "10x10", "dames"),
    numbers=(20,),
    sources=(
        "FMJD Annex 1, official rules of international draughts: moves and captures articles 2-4, draws 6.1-6.4",
        "FMJD Annex 1, article 4.8: taken pieces leave the board after the capture",
    ),
    notes=(
        "A man that touches the promotion row inside a capture and goes on stays a man.",
        "Annex 1 knows no special count for a lone king on the long diagonal; neither does this preset.",
    ),
)

RUSSIAN = register_rules(
    Rules(
        name="russian",
        first_mover=Color.WHITE,
        man_captures=Direction.DIAGONAL,
        king_range=KingRange.FLYING,
        promotion=Promotion.CONTINUES_AS_KING,
        draws=(
            Repetition(3),
            MaterialLimit(15, (Material(kings=(3, 50)),), _LONE_KING, resets=ResetOn.CAPTURE),
            NoProgress(15),
            PieceCountLimit(30, (4, 5)),
            PieceCountLimit(60, (6, 7)),
            MaterialLimit(5, _THREE_WITH_KING, _LONE_KING, weak_on_long_diagonal=True),
            MaterialLimit(5, _TWO_WITH_KING, _LONE_KING),
        ),
        notation=Notation.ALGEBRAIC,
        capture_separator=":",
        game_type="25,W,8,8,A0,0",
    ),
    "Russian draughts (shashki)",
    aliases=("shashki", "russian draughts", "russian checkers"),
    numbers=(25,),
    sources=(
        "FMJD-64 rules of the game 7.2.3-7.2.8: draws",
        "FMJD-64 rules 1.4.5, 1.5.3, 1.5.15: free choice, Turkish strike, crowning inside a capture",
    ),
    notes=(
        "4-5 and 6-7 pieces are counted on the whole board; those limits replace the 15-move rule while they run.",
        "Read strictly the 15-move rule applies there too: PieceCountLimit(replaces=False).",
        "The 5 moves against a lone king on the long diagonal begin anew if it leaves the diagonal and comes back.",
        "Digits in files use the numbering of the English game: b8 = 1, g1 = 32.",
    ),
)

BRAZILIAN = register_rules(
    Rules(
        name="brazilian",
        first_mover=Color.WHITE,
        man_captures=Direction.DIAGONAL,
        king_range=KingRange.FLYING,
        promotion=Promotion.AT_REST,
        capture_priority=(CapturePriority.MOST_PIECES,),
        draws=(
            Repetition(3),
            NoProgress(20),
            MaterialLimit(5, _men_and_kings((0, 2), (0, 1)), _men_and_kings((0, 2), (0, 1), (1, 1))),
        ),
        notation=Notation.ALGEBRAIC,
        game_type="26,W,8,8,A0,0",
    ),
    "Brazilian draughts",
    aliases=("damas", "brazilian draughts", "damas brasileiras"),
    numbers=(26,),
    sources=(
        "Rules of the Brazilian confederation (CBD), items 1-17: moves, majority capture, 20 moves of kings",
        "CBD list of endings drawn in 5 moves (from general knowledge of the list)",
    ),
    notes=(
        "Most pieces binds kings too; a king counts as one piece.",
        "The endings drawn in 5 moves are one list: a capture from one to another does not restart the count.",
        "Under FMJD-64 rules the draws are those of Russian draughts: BRAZILIAN.replace(draws=RUSSIAN.draws).",
    ),
)

POOL = register_rules(
    Rules(
        name="pool",
        man_captures=Direction.DIAGONAL,
        king_range=KingRange.FLYING,
        promotion=Promotion.AT_REST,
        draws=(Repetition(3), NoProgress(15), MaterialLimit(13, _THREE_KINGS, _LONE_KING)),
        game_type="23,B,8,8,N1,0",
    ),
    "American pool checkers",
    aliases=("american pool", "pool checkers"),
    numbers=(23,),
    sources=(
        "APCA Tournament Rules of Play, rules 1-26: captures, crowning, 15 moves (rule 26)",
        "Ramsey/Kaplan rules of the association: three kings against one, 13 moves",
    ),
    notes=(
        "A man that reaches the promotion row by a jump and can jump on must do so, and stays a man.",
        "The 13 moves do not ask for the long diagonal.",
    ),
)

JAMAICAN = register_rules(
    POOL.replace(
        name="jamaican",
        geometry=Geometry(
            playable_corner=Corner.BOTTOM_RIGHT, first_square=Corner.TOP_RIGHT, algebraic_origin=Corner.BOTTOM_RIGHT
        ),
        notation=Notation.ALGEBRAIC,
        game_type="23,B,8,8,A1,1",
    ),
    "Jamaican draughts",
    aliases=("jamaica",),
    sources=("PDN 3.0, GameType 23: board and notation", "Rules as American pool checkers (APCA)"),
    notes=("The mirror image of the pool board, a1 at the bottom right; square numbers are mirrored with it.",),
)

register_details(23, "A1,1", JAMAICAN)

ITALIAN = register_rules(
    Rules(
        name="italian",
        geometry=Geometry(playable_corner=Corner.BOTTOM_RIGHT),
        first_mover=Color.WHITE,
        men_capture_kings=False,
        capture_priority=(
            CapturePriority.MOST_PIECES,
            CapturePriority.WITH_KING,
            CapturePriority.MOST_KINGS,
            CapturePriority.KINGS_EARLIEST,
        ),
        draws=(Repetition(4), NoProgress(40)),
        game_type="22,W,8,8,N2,1",
    ),
    "Italian draughts (dama italiana)",
    aliases=("dama italiana", "italian draughts"),
    numbers=(22,),
    sources=(
        "FID technical regulations, chapter I: articles 1-3, captures 6.6-6.9, repetition 9.3(b1), 40 moves 10.4",
        "FID ten rules, rules 3-9: order of the capture priorities",
    ),
    notes=(
        "Repetition draws at the fourth occurrence (9.3); popular texts say the third.",
        "Lines that still tie after the number of kings are compared jump by jump: the first king taken earlier wins.",
    ),
)

SPANISH = register_rules(
    Rules(
        name="spanish",
        geometry=Geometry(playable_corner=Corner.BOTTOM_RIGHT, first_square=Corner.BOTTOM_RIGHT),
        first_mover=Color.WHITE,
        king_range=KingRange.FLYING,
        capture_priority=(CapturePriority.MOST_PIECES, CapturePriority.MOST_KINGS),
        draws=(
            Repetition(3),
            NoProgress(20, ResetOn.CAPTURE | ResetOn.PROMOTION),
            MaterialLimit(12, _THREE_KINGS, _LONE_KING, strong_on_long_diagonal=True),
        ),
        game_type="24,W,8,8,N1,1",
    ),
    "Spanish draughts",
    aliases=("damas espanolas", "spanish draughts"),
    numbers=(24,),
    sources=(
        "Tournament rules of Galicia and Coruna: ley de la cantidad, ley de la calidad",
        "Draw limits after the Portuguese regulations 3.2",
    ),
    notes=("No text of a Spanish federation was available; the draw limits are the Portuguese ones.",),
)

PORTUGUESE = register_rules(
    SPANISH.replace(name="portuguese", game_type="28,W,8,8,N1,1"),
    "Portuguese draughts (damas clássicas)",
    aliases=("damas classicas", "portuguese draughts"),
    numbers=(28,),
    sources=("FPD rules of 2013 and 2021: obligation to take as in Spain, draws 3.2 a-c",),
    notes=("An ordinary man move does not restart the count of 20 moves; a capture or a promotion does.",),
)

CZECH = register_rules(
    Rules(
        name="czech",
        first_mover=Color.WHITE,
        king_range=KingRange.FLYING,
        capture_priority=(CapturePriority.WITH_KING,),
        draws=(Repetition(3), NoProgress(15)),
        notation=Notation.ALGEBRAIC,
        game_type="29,W,8,8,A0,0",
    ),
    "Czech draughts",
    aliases=("czech draughts", "dama ceska"),
    numbers=(29,),
    sources=("FMJD brief rules of Czech draughts", "Czech federation rules 2.1-4.14"),
    notes=("If a king can capture, a king must capture; there is no rule of quantity.",),
)

TURKISH = register_rules(
    Rules(
        name="turkish",
        geometry=Geometry(squares=PlayableSquares.ALL),
        first_mover=Color.WHITE,
        men_rows=2,
        empty_back_rows=1,
        man_moves=Direction.FORWARD_AND_SIDEWAYS,
        man_captures=Direction.FORWARD_AND_SIDEWAYS,
        king_moves=Direction.STRAIGHT,
        king_captures=Direction.STRAIGHT,
        king_range=KingRange.FLYING,
        removal=Removal.IMMEDIATE,
        about_turns=False,
        promotion=Promotion.AT_REST,
        capture_priority=(CapturePriority.MOST_PIECES,),
        draws=(Repetition(3), MaterialLimit(0, _ANY_PIECE, _ANY_PIECE, unless_capture=True)),
        notation=Notation.ALGEBRAIC,
        game_type="30,W,8,8,A0,0",
    ),
    "Turkish draughts (dama)",
    aliases=("dama", "turkish draughts", "turk damasi"),
    numbers=(30,),
    sources=(
        "Rules of the 2021 international Turkish draughts championship, 1(h): a man on the last row inside a capture",
        "Turkish federation tournament rules 2018/19; Dama Akademisi guide, article 19",
        "Ornek 1974: compulsion and majority",
    ),
    notes=(
        "A man that reaches the promotion row inside a capture goes on sideways as a man and is crowned at the end.",
        "One piece each is a draw, whatever the pieces, unless the side to move can capture.",
    ),
)

ARMENIAN = register_rules(
    TURKISH.replace(
        name="armenian",
        man_moves=Direction.FORWARD_AND_SIDEWAYS | Direction.DIAGONAL_FORWARD,
        king_moves=Direction.EVERY,
        promotion=Promotion.CONTINUES_AS_KING,
        game_type=None,
    ),
    "Armenian draughts (tama)",
    aliases=("tama", "armenian draughts"),
    sources=("Published descriptions of tama, among them Schmidt 1934; no text of a federation was found",),
    notes=(
        "A man that reaches the promotion row inside a capture goes on as a king; one description ends the move there.",
        "PDN has no GameType number for this game.",
    ),
)

CANADIAN = register_rules(
    INTERNATIONAL.replace(name="canadian", geometry=Geometry(12, 12), men_rows=5, game_type="27,W,12,12,N2,0"),
    "Canadian draughts",
    aliases=("canadian draughts", "12x12"),
    numbers=(27,),
    sources=("Rules of the Quebec association: as International draughts but for size and number of men",),
    notes=("The draw limits are those of International draughts.",),
)

FRISIAN = register_rules(
    INTERNATIONAL.replace(
        name="frisian",
        man_captures=Direction.EVERY,
        king_captures=Direction.EVERY,
        capture_priority=(CapturePriority.MOST_VALUE, CapturePriority.WITH_KING),
        king_move_limit=3,
        draws=(MaterialLimit(7, _men_and_kings((0, 2)), _LONE_KING), LoneKings()),
        game_type="40,W,10,10,N2,0",
        result_style=ResultStyle.DEFAULT,
    ),
    "Frisian draughts",
    aliases=("frysk dammen", "frisian draughts", "fries dammen"),
    numbers=(40,),
    sources=("Official Rules for Frisian Draughts 2011: value of captures, king limit (art. 17), draws (18 and 21.1)",),
    notes=(
        "n kings count less than 2n men and more than 2n - 1 men.",
        "There is no draw by repetition.",
        "One king each: a capture is looked for one ply ahead, a forced one two; servers allow two moves each.",
    ),
)

FRYSK = register_rules(
    FRISIAN.replace(name="frysk", start="W:W46,47,48,49,50:B1,2,3,4,5"),
    "Frysk! (Frisian draughts with five men each)",
    aliases=("frysk!",),
    numbers=(97,),
    sources=("Official Rules for Frisian Draughts 2011; five men each",),
    notes=("97 is written by Lidraughts; PDN has no number of its own for this start position.",),
)

KILLER = register_rules(
    INTERNATIONAL.replace(name="killer", king_landing=KingLanding.ADJACENT_AFTER_KING, game_type=None),
    "Killer draughts",
    aliases=("killer draughts",),
    sources=("International rules; a king whose last piece taken is a king stops right behind it",),
    notes=("PDN has no GameType number for this game.",),
)

THAI = register_rules(
    Rules(
        name="thai",
        geometry=Geometry(first_square=Corner.BOTTOM_RIGHT),
        men_rows=2,
        king_range=KingRange.FLYING,
        king_landing=KingLanding.ADJACENT,
        removal=Removal.IMMEDIATE,
        draws=(Repetition(3),),
        capture_separator="-",
        game_type="31,B,8,8,N2,0",
    ),
    "Thai draughts (makhos)",
    aliases=("makhos", "makhot", "thai draughts"),
    numbers=(31,),
    sources=("PDN 3.0, GameType 31", "Published descriptions of makhos; no codified text was found"),
    notes=(
        "Black moves first, as PDN says; other descriptions let White begin.",
        "Pieces leave as they are jumped, so a king may turn straight back over the squares it has cleared.",
    ),
)

AMERICAN_GIVEAWAY = register_rules(
    AMERICAN.replace(name="american-giveaway", goal=Goal.BE_BLOCKED, game_type=None),
    "American giveaway checkers",
    aliases=("english giveaway", "suicide checkers", "giveaway"),
    sources=("As American checkers; a side to move without a legal move wins",),
)

RUSSIAN_GIVEAWAY = register_rules(
    RUSSIAN.replace(
        name="russian-giveaway",
        goal=Goal.BE_BLOCKED,
        draws=(
            Repetition(3),
            NoProgress(15),
            MaterialLimit(15, _THREE_KINGS, _LONE_KING, weak_on_long_diagonal=True),
        ),
        game_type=None,
    ),
    "Russian giveaway (poddavki)",
    aliases=("poddavki",),
    sources=("As Russian draughts; a side to move without a legal move wins",),
)

SPANTSIRETTI = register_rules(
    RUSSIAN.replace(
        name="spantsiretti",
        geometry=Geometry(width=10, height=8),
        draws=tuple(
            rule for rule in RUSSIAN.draws if not (isinstance(rule, MaterialLimit) and rule.weak_on_long_diagonal)
        ),
        game_type="41,W,10,8,A0,0",
    ),
    "Spantsiretti draughts (Russian draughts on 10 x 8 squares)",
    aliases=("spantsireti", "russian 10x8"),
    numbers=(41,),
    sources=("PDN 3.0, GameType 41: board, notation and who begins", "Rules as Russian draughts (FMJD-64)"),
    notes=("The board is not square, so the limit for a king on the long diagonal has no place here.",),
)

INTERNATIONAL_GIVEAWAY = register_rules(
    INTERNATIONAL.replace(name="international-giveaway", goal=Goal.BE_BLOCKED, draws=(Repetition(3),), game_type=None),
    "International giveaway (antidraughts)",
    aliases=("antidraughts", "losing", "anti"),
    numbers=(98,),
    sources=(
        "As International draughts; a side to move without a legal move wins",
        "Lidraughts: draw by repetition only",
    ),
    notes=("98 is written by Lidraughts; PDN has no number for this game.",),
)

BREAKTHROUGH = register_rules(
    INTERNATIONAL.replace(name="breakthrough", goal=Goal.FIRST_KING, draws=(), game_type=None),
    "Breakthrough draughts",
    aliases=("bt",),
    numbers=(96,),
    sources=("International rules; the first side to crown a man wins",),
    notes=(
        "A man that only passes the promotion row inside a capture is not crowned and has not won.",
        "96 is written by Lidraughts; PDN has no number for this game.",
    ),
)

#: Pool checkers as GameType 23 has it with names of squares: White begins.
register_details(
    23,
    ",A",
    POOL.replace(name="pool-unified", first_mover=Color.WHITE, notation=Notation.ALGEBRAIC, game_type="23,W,8,8,A0,0"),
)
