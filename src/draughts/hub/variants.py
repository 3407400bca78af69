"""The names by which the Hub protocol knows variants."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from draughts.errors import RulesError
from draughts.rules.presets import BREAKTHROUGH, FRISIAN, INTERNATIONAL, INTERNATIONAL_GIVEAWAY, KILLER
from draughts.rules.readings import as_rules
from draughts.rules.rules import Rules
from draughts.support.checks import as_text

__all__ = ["DEFAULT_VARIANT", "VARIANTS", "variant_name", "variant_rules"]

#: The rules by Hub's names, in Hub's order.
VARIANTS: Mapping[str, Rules] = MappingProxyType(
    {
        "normal": INTERNATIONAL,
        "killer": KILLER,
        "bt": BREAKTHROUGH,
        "frisian": FRISIAN,
        "losing": INTERNATIONAL_GIVEAWAY,
    }
)
#: What is played if nothing is said.
DEFAULT_VARIANT = "normal"


def variant_rules(name: str) -> Rules:
    """The rules that a name of Hub means.

    Raises
    ------
    RulesError
        If Hub has no such variant.

    Examples
    --------
    >>> from draughts.hub import variant_rules
    >>> variant_rules("bt").name
    'breakthrough'
    """
    if as_text(name, "a variant's name") not in VARIANTS:
        raise RulesError(f"Hub has no variant {name!r}; it has {', '.join(VARIANTS)}")
    return VARIANTS[name]


def variant_name(rules: Rules) -> str:
    """What Hub calls a variant. Draw rules, the start position and the style of notation do not matter.

    Raises
    ------
    RulesError
        If Hub does not know the variant.

    Examples
    --------
    >>> from draughts import FRYSK
    >>> from draughts.hub import variant_name
    >>> variant_name(FRYSK)
    'frisian'
    """
    rules = as_rules(rules)
    for name, known in VARIANTS.items():
        same = rules.replace(
            name=known.name,
            start=known.start,
            draws=known.draws,
            notation=known.notation,
            capture_separator=known.capture_separator,
            game_type=known.game_type,
            result_style=known.result_style,
        )
        if same == known:
            return name
    raise RulesError(f"Hub has no name for {rules.name} rules; it knows {', '.join(r.name for r in VARIANTS.values())}")
