"""The variants by name: presets and whatever is registered beside them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from draughts.errors import RulesError
from draughts.rules.rules import Rules
from draughts.support.numbers import whole_number

__all__ = ["Variant", "get_rules", "get_variant", "register_rules", "variants"]


class Variant(NamedTuple):
    """A preset with what the documentation says of it.

    Attributes
    ----------
    rules : Rules
        The rule set.
    title : str
        The game's full name.
    aliases : tuple of str
        Other names that `get_rules` understands.
    numbers : tuple of int
        GameType numbers that mean this game. The first is PDN's; others are written by some programs only.
    sources : tuple of str
        Where each rule is laid down: document and section.
    notes : tuple of str
        What the sources leave open and how it is settled here.
    """

    rules: Rules
    title: str
    aliases: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


_REGISTRY: dict[str, Variant] = {}
#: Every name and alias without blanks and signs, with the name of its variant.
_NAMES: dict[str, str] = {}
#: PDN numbers that stand for several variants: what the details of a GameType end with or hold, and whose they are.
_BY_DETAILS: list[tuple[int, str, Rules]] = []
#: Characters that a message shows of a name.
_SHOWN = 80


def register_rules(
    rules: Rules,
    title: str = "",
    *,
    aliases: tuple[str, ...] = (),
    numbers: tuple[int, ...] = (),
    sources: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Rules:
    """Make a variant known by its name in this process: to `get_rules`, `variants`, and whatever takes a name.

    Parameters
    ----------
    rules : Rules
        The rule set; its `name` is the variant's.
    title : str
        The game's full name; by default the name.
    aliases, numbers, sources, notes
        As in `Variant`. A number must not be another variant's.

    Returns
    -------
    Rules
        The rules given.

    Raises
    ------
    RulesError
        If a name or number is taken by other rules.

    Examples
    --------
    >>> from draughts import AMERICAN, get_rules, register_rules
    >>> _ = register_rules(AMERICAN.replace(name="flying checkers", flying_kings=True))  # doctest: +SKIP
    >>> get_rules("Flying Checkers").king_range  # doctest: +SKIP
    <KingRange.FLYING: 'flying'>
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"only Rules can be registered, not {rules!r}")
    known = _REGISTRY.get(rules.name)
    if known is not None and known.rules == rules:
        return rules
    for name in (rules.name, *aliases):
        taken = _NAMES.get(_plain(name))
        if taken is not None or not _plain(name) or whole_number(name.split(",")[0].strip()) is not None:
            raise RulesError(
                f"{name!r} cannot be the name of a variant: {f'it is {taken}' if taken else 'use letters'}"
            )
    for variant in _REGISTRY.values():
        both = sorted({*numbers} & {*variant.numbers})
        if both:
            raise RulesError(f"GameType {both[0]} is that of {variant.rules.name}")
    _REGISTRY[rules.name] = Variant(rules, title or rules.name, aliases, numbers, sources, notes)
    _NAMES.update((_plain(name), rules.name) for name in (rules.name, *aliases))
    return rules


def register_details(number: int, details: str, rules: Rules) -> Rules:
    """Make rules known by the details of a full GameType whose number is another variant's."""
    _BY_DETAILS.append((number, details, rules))
    return rules


def variants() -> Mapping[str, Rules]:
    """Every preset by its name, in the order of the documentation.

    Examples
    --------
    >>> from draughts import variants
    >>> variants()["pool"].king_range
    <KingRange.FLYING: 'flying'>
    """
    return MappingProxyType({name: variant.rules for name, variant in _REGISTRY.items()})


def get_variant(name: str | int) -> Variant:
    """The preset that `get_rules` would return, with its title, names and sources.

    Raises
    ------
    RulesError
        If no preset has this name or number.
    """
    rules = get_rules(name)
    if rules.name in _REGISTRY:
        return _REGISTRY[rules.name]
    number = whole_number((rules.game_type or "").partition(",")[0])
    of_number = next(variant for variant in _REGISTRY.values() if number in variant.numbers)
    return of_number._replace(rules=rules)


def get_rules(name: str | int) -> Rules:
    """A preset by name, alias, or PDN GameType.

    Parameters
    ----------
    name : str or int
        ``"russian"``, ``"shashki"``, ``25``, ``"25"`` or ``"25,W,8,8,A0,0"``. Case, blanks, ``-`` and ``_`` do not
        matter. The details of a full GameType matter only for number 23, where they tell American pool, unified pool
        and the Jamaican game apart.

    Raises
    ------
    RulesError
        If no preset is meant; the message lists names that come near.

    Examples
    --------
    >>> from draughts import get_rules
    >>> get_rules("English").name, get_rules(20).name, get_rules("23,B,8,8,A1,1").name
    ('american', 'international', 'jamaican')
    """
    text = str(name).strip()
    number, _, details = text.partition(",")
    game_type = whole_number(number.strip())
    if game_type is not None:
        return _by_number(game_type, details.replace(" ", "").upper(), text)
    found = _NAMES.get(_plain(text))
    if found is None:
        near = sorted({_NAMES[match] for match in difflib.get_close_matches(_plain(text), _NAMES, n=5, cutoff=0.5)})
        shown = f"{text[:_SHOWN]}..." if len(text) > _SHOWN else text
        guess = f"near matches: {', '.join(near)}; " if near else ""
        raise RulesError(f"no variant is called {shown!r}; {guess}known: {', '.join(sorted(_REGISTRY))}")
    return _REGISTRY[found].rules


def _by_number(number: int, details: str, text: str) -> Rules:
    for other, part, rules in _BY_DETAILS:
        if number == other and part in details:
            return rules
    for variant in _REGISTRY.values():
        if number in variant.numbers:
            return variant.rules
    known = sorted(number for variant in _REGISTRY.values() for number in variant.numbers)
    raise RulesError(f"no variant has GameType {text[:_SHOWN]!r}; known numbers: {', '.join(map(str, known))}")


def _plain(name: str) -> str:
    """A name without what does not matter in it."""
    return "".join(character for character in name.casefold() if character.isalnum())
