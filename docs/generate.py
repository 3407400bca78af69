"""Pages and parts of pages that are made from the code when the documentation is built, so that they cannot drift.

* ``variants/*.rst``: a page for every preset and the comparison table;
* directive ``command``: a command line with what it prints;
* directive ``command-help``: the help of every subcommand;
* directive ``perft-tables``: the published counts of a variant, or the deepest ones of all;
* directive ``benchmark``: the figures of a run that lies in ``benchmarks/results``;
* directive ``layout``: the bits of a board;
* directive ``rooms``: the packages in layers, and their modules.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import io
import json
import os
import pkgutil
import re
import shlex
import tomllib
import types
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from unittest import mock

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.domains.python import PyXRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import draughts
from draughts import Board, Rules, get_rules, get_variant, published, variants
from draughts import cli as command_line
from draughts.kernel.layout import square_bits
from draughts.kernel.movement import movement_of
from draughts.position.describe import explain_rules, summary_row
from draughts.position.move import Move
from draughts.rules.rules import Notation
from draughts.support.show import show

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORKED = ROOT / "tests" / "data" / "worked_positions.toml"
RESULTS = ROOT / "benchmarks" / "results"

#: Characters of a signature that are shown; what is longer repeats types that the description lists.
LONGEST_SIGNATURE = 300

log = logging.getLogger(__name__)


# reStructuredText


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def heading(text: str, underline: str = "-") -> list[str]:
    """A heading and the blank line after it."""
    return [text, underline * (2 * len(text)), ""]


def table(rows: Iterable[Sequence[str]], *options: str, header: int = 1) -> Iterator[str]:
    """A list-table; cells are reStructuredText, and may have several lines."""
    yield ".. list-table::"
    yield from (f"   {option}" for option in (f":header-rows: {header}", *options))
    yield ""
    for row in rows:
        mark = "*"
        for cell in row:
            lines = cell.split("\n")
            yield f"   {mark} - {lines[0]}".rstrip()
            yield from (f"       {line}".rstrip() for line in lines[1:])
            mark = " "
    yield ""


def indented(lines: Iterable[str], by: int = 3) -> Iterator[str]:
    """Lines moved to the right."""
    return (f"{' ' * by}{line}".rstrip() for line in lines)


# Variants


def constant(rules: Rules) -> str:
    """The name under which the package exports a preset."""
    return next(name for name in draughts.__all__ if getattr(draughts, name) is rules)


def worked_positions() -> list[dict[str, Any]]:
    """The worked positions of the tests, or none in a copy without tests."""
    if not WORKED.exists():
        log.info("no worked positions: %s is absent", WORKED)
        return []
    return list(tomllib.loads(WORKED.read_text("utf-8"))["position"])


def variant_page(name: str) -> Iterator[str]:
    """The page of one preset."""
    variant = get_variant(name)
    rules = variant.rules
    yield f".. _variant-{name}:"
    yield ""
    yield from heading(plain(variant.title), "=")
    names = [f"``{name}``", *(f"``{alias}``" for alias in variant.aliases)]
    yield f":Constant: ``draughts.{constant(rules)}``"
    yield f":Names: {', '.join(names)}"
    yield f":GameType: {game_type(rules, variant.numbers)}"
    yield ""
    yield ".. code-block:: python"
    yield ""
    yield f"   from draughts import {constant(rules)}, Board"
    yield ""
    yield f"   board = Board({constant(rules)})"
    yield ""
    yield from heading("Start position")
    yield f".. board:: {name}"
    yield ""
    yield f"``{Board(rules).fen}``"
    yield ""
    yield from heading("Rules")
    sentences = list(explain_rules(rules))
    told = [(subject.capitalize(), plain(text)) for subject, text in sentences if subject != "draw"]
    yield from table(told, ":widths: 14 86", ":class: compact", header=0)
    yield from heading("Draws")
    yield from (f"* {plain(text)}" for subject, text in sentences if subject == "draw")
    yield ""
    yield from differences(rules)
    yield from worked_section(name)
    yield from perft_section(name)
    for title, texts in (("Notes", variant.notes), ("Sources", variant.sources)):
        if texts:
            yield from heading(title)
            yield from (f"* {plain(text)}" for text in texts)
            yield ""


def game_type(rules: Rules, numbers: Sequence[int]) -> str:
    """What PDN files call a variant."""
    own = rules.game_type.partition(",")[0] if rules.game_type else None
    text = f"``{rules.game_type}``" if own else "none in PDN"
    others = [str(number) for number in numbers if str(number) != own]
    return text + (f"; some programs write {', '.join(others)}" if others else "")


def differences(rules: Rules) -> Iterator[str]:
    """The fields that are not those of American checkers."""
    changed = [
        field
        for field in dataclasses.fields(Rules)
        if field.name != "name" and getattr(rules, field.name) != field.default
    ]
    yield from heading("Fields")
    if not changed:
        other = "" if rules.name == "american" else " but the name"
        yield f"Every field of `Rules`{other} has its default value."
        yield ""
        return
    yield "The fields of `Rules` in which this game differs from American checkers."
    yield ""
    rows = [("field", "here", "American")]
    rows += [(f"``{field.name}``", value(getattr(rules, field.name)), value(field.default)) for field in changed]
    yield from table(rows, ":widths: 20 50 30", ":class: compact")


def value(content: object) -> str:
    """A field's value as code; tuples item by item."""
    if isinstance(content, tuple) and len(content) == 1:
        return f"``{show(content[0])}``"
    if isinstance(content, tuple) and content:
        return "\n".join(f"| ``{show(item)}``" for item in content)
    return f"``{show(content)}``"


def worked_section(name: str) -> Iterator[str]:
    """Positions with all legal moves, drawn, and what decides in them."""
    chosen = [position for position in worked_positions() if name in position["variants"]]
    if not chosen:
        return
    yield from heading("Worked positions")
    yield (
        "Every legal move is drawn (with more than six only their destinations); crosses mark the pieces taken. "
        "The moves and the refusals are the program's own, and tests hold it to them."
    )
    yield ""
    for position in chosen:
        yield from worked_position(name, position)


def worked_position(name: str, position: dict[str, Any]) -> Iterator[str]:
    """One position."""
    board = Board.from_fen(position["fen"], get_rules(name))
    expected = {board.move(move["text"]) for move in position["moves"]}
    if expected != set(board.legal_moves):
        log.warning("%s %s: the legal moves are not those of %s", name, position["id"], WORKED.name)
    yield from heading(plain(position["rule"][0].upper() + position["rule"][1:]), "~")
    yield ".. container:: worked"
    yield ""
    yield f"   .. board:: {name}"
    yield f"      :fen: {position['fen']}"
    yield "      :moves:"
    yield ""
    yield "   .. container:: said"
    yield ""
    yield from indented(said(board, position), 6)
    yield ""


def said(board: Board, position: dict[str, Any]) -> Iterator[str]:
    """The text beside a diagram."""
    yield f"``{position['fen']}``"
    yield ""
    moves = tuple(board.legal_moves)
    if not moves:
        yield f"{board.turn} is to move and has no legal move: {board.winner} wins."
        yield ""
    elif len(moves) > 8:
        texts = ", ".join(written(board, move) for move in moves)
        yield f"{board.turn} is to move and has {len(moves)} legal moves: {texts}."
        yield ""
    else:
        yield f"{board.turn} is to move. Legal:"
        yield ""
        for move in moves:
            yield f"* {written(board, move)}{outcome(board, move)}"
        yield ""
    if position.get("refused"):
        yield "Refused:"
        yield ""
        for refused in position["refused"]:
            explanation = board.explain(refused["text"])
            if explanation.reason.name != refused["reason"]:
                log.warning("%s: %s is refused as %s", position["id"], refused["text"], explanation.reason.name)
            yield f"* ``{refused['text']}``: {plain(explanation.message)}"
        yield ""


def square_names(board: Board, squares: Iterable[int]) -> str:
    """Squares as the variant's players write them."""
    rules = board.rules
    return ", ".join(rules.geometry.name(s) if rules.notation is Notation.ALGEBRAIC else str(s) for s in squares)


def written(board: Board, move: Move) -> str:
    """A move with its whole path."""
    separator = board.rules.capture_separator if move.is_capture else "-"
    return f"``{square_names(board, move.path).replace(', ', separator)}``"


def outcome(board: Board, move: Move) -> str:
    """What a move takes and what the piece is afterwards."""
    parts = [f"takes {square_names(board, move.captures)}"] if move.is_capture else []
    row = board.rules.geometry.coordinates
    far = 0 if board.turn is draughts.Color.WHITE else board.rules.geometry.height - 1
    if move.promotes:
        parts.append("and the man becomes a king" if parts else "the man becomes a king")
    elif not move.becomes_king and any(row(square)[0] == far for square in move.path[1:-1]):
        parts.append("and the man stays a man")
    others = len(move.paths) - 1
    if others:
        parts.append(f"({others} other route{'s' if others > 1 else ''} to the same result)")
    return f": {' '.join(parts)}" if parts else ""


def perft_section(name: str) -> Iterator[str]:
    """The published counts from the start position."""
    if any(table.variant == name for table in published()):
        yield from heading("Published perft counts")
        yield f".. perft-tables:: {name}"
        yield ""


def comparison_page() -> Iterator[str]:
    """The table of all presets, and the list of their pages."""
    yield ".. _variants:"
    yield ""
    yield from heading("Variants", "=")
    yield "Every preset with what tells it from the others. ``draughts variants`` prints the same table."
    yield ""
    rows: list[Sequence[str]] = [tuple(summary_row(Rules()))]
    for name, rules in variants().items():
        first, *rest = summary_row(rules).values()
        rows.append((f":doc:`{plain(first)} </variants/{name}>`", *("none" if c == "-" else plain(c) for c in rest)))
    yield from table(rows, ":class: compact")
    yield (
        "*Priority*: the tests between captures, in order; with *free* any capture may be chosen. *Removal*: when "
        "taken pieces leave the board. *Far row*: what becomes of a man that reaches it inside a capture. The move "
        "may end there with a crown; or it goes on as a man and is crowned only where it comes to rest; or it is "
        "crowned and continues as a king. *GameType*: the number in PDN files."
    )
    yield ""
    yield ".. toctree::"
    yield "   :maxdepth: 1"
    yield "   :caption: Variants"
    yield ""
    yield from (f"   {name}" for name in variants())
    yield ""


def write_pages(app: Sphinx) -> None:
    """Write the generated pages; those that have not changed keep their date."""
    folder = Path(app.srcdir) / "variants"
    folder.mkdir(exist_ok=True)
    pages = {"index": comparison_page(), **{name: variant_page(name) for name in variants()}}
    for name, lines in pages.items():
        path = folder / f"{name}.rst"
        text = ".. Made by docs/generate.py; edits are lost.\n\n" + "\n".join(lines)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in folder.glob("*.rst"):
        if path.stem not in pages:
            path.unlink()


# Directives


class Command(SphinxDirective):
    """A command line of ``draughts`` and what it prints, run in the folder of the page."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"exit": directives.nonnegative_int}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """A literal block."""
        self.env.note_reread()
        line = self.arguments[0]
        with contextlib.chdir(Path(self.env.doc2path(self.env.docname)).parent):
            code, text = run_command(shlex.split(line)[1:])
        if code != self.options.get("exit", 0):
            log.warning("%s: exit code %s\n%s", line, code, text, location=self.get_location())
        return [literal(f"$ {line}\n{text}", "console")]


class CommandHelp(SphinxDirective):
    """The help of the command and of each subcommand."""

    def run(self) -> list[nodes.Node]:
        """Sections."""
        names = [module.__name__.rpartition(".")[2] for module in command_line._COMMANDS]
        found: list[nodes.Node] = [literal(f"$ draughts --help\n{run_command(['--help'])[1]}", "console")]
        for name in names:
            section = nodes.section(ids=[f"draughts-{name}"])
            section += nodes.title("", "", nodes.literal("", f"draughts {name}"))
            section += literal(f"$ draughts {name} --help\n{run_command([name, '--help'])[1]}", "console")
            self.state.document.note_implicit_target(section, section)
            found.append(section)
        return found


def run_command(arguments: list[str]) -> tuple[int, str]:
    """Exit code and output of the command, run in this process."""
    output = io.StringIO()
    quiet = {"COLUMNS": "92", "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    with mock.patch.dict(os.environ, quiet), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = command_line.main(arguments)
    return code, output.getvalue().rstrip()


def literal(text: str, language: str) -> nodes.literal_block:
    """A block of text as it is."""
    return nodes.literal_block(text, text, language=language)


class Parsed(SphinxDirective):
    """A directive that writes reStructuredText."""

    def lines(self) -> Iterable[str]:
        """What to parse."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """The nodes."""
        return self.parse_text_to_nodes("\n".join(self.lines()), allow_section_headings=False)


_CONVENTIONS = ("kept", "removed", "paths")


class PerftTables(Parsed):
    """The published counts from the start position of one variant, or the deepest of every table."""

    optional_arguments = 1

    def lines(self) -> Iterator[str]:
        """A table and its sources."""
        if not self.arguments:
            yield from self.deepest()
            return
        chosen = {t.convention: t for t in published() if (t.variant, t.name) == (self.arguments[0], "initial")}
        columns = [convention for convention in _CONVENTIONS if convention in chosen]
        rows: list[Sequence[str]] = [("depth", *columns)]
        for depth in sorted({depth for convention in columns for depth in chosen[convention].counts}):
            counts = (chosen[convention].counts.get(depth) for convention in columns)
            rows.append((str(depth), *("" if count is None else f"{count:,}" for count in counts)))
        yield from table(rows, ":class: compact", ":align: left")
        for source in dict.fromkeys(
            f"{chosen[convention].source} ({chosen[convention].date})" for convention in columns
        ):
            yield f"* {plain(source)}"
        yield ""

    @staticmethod
    def deepest() -> Iterator[str]:
        """The deepest count of every table."""
        rows: list[Sequence[str]] = [("variant", "position", "convention", "depth", "leaves", "published by")]
        for found in published():
            depth, leaves = max(found.counts.items())
            position = "start" if found.name == "initial" else f"{found.name}, ``{found.fen}``"
            who = f"{plain(found.source)}, {found.date}"
            rows.append((found.variant, position, found.convention, str(depth), f"{leaves:,}", who))
        yield from table(rows, ":class: compact", ":widths: 10 24 10 6 18 32")


class Benchmark(Parsed):
    """The figures of a benchmark, if it has been run in this copy; ``by-operation`` puts candidates side by side."""

    required_arguments = 1
    option_spec = {"by-operation": directives.flag, "seconds": directives.flag}  # noqa: RUF012

    def lines(self) -> Iterator[str]:
        """Tables, or how to make them."""
        name = self.arguments[0]
        path = RESULTS / f"{name}.json"
        self.env.note_dependency(str(path))
        if not path.exists():
            yield (
                f"This build of the documentation was made without figures. Run ``python benchmarks/{name}.py`` and "
                f"build it again: they appear here."
            )
            return
        content = json.loads(path.read_text("utf-8"))
        machine = content["machine"]
        yield (
            "Measured on "
            + ", ".join(plain(str(text)) if key == "processor" else f"{key} {text}" for key, text in machine.items())
            + "."
        )
        yield ""
        if "by-operation" in self.options:
            yield from self.side_by_side(content["figures"])
            return
        for title, figures in content["figures"].items():
            yield f".. rubric:: {plain(title)}"
            yield ""
            yield from table(self.rows(figures), ":class: compact")

    def rows(self, figures: list[dict[str, Any]]) -> Iterator[Sequence[str]]:
        """The rows of one table: the harness's figures, or whatever else a benchmark writes."""
        if "seconds" not in figures[0]:
            yield [plain(key) for key in figures[0]]
            for figure in figures:
                yield [f"{cell:,.4g}" if isinstance(cell, float) else plain(str(cell)) for cell in figure.values()]
            return
        last = "seconds" if "seconds" in self.options else "leaves a second"
        yield "", f"ratio to {plain(figures[0]['name'])}", "lowest", "highest", last
        for figure in figures:
            numbers = (f"{figure[key]:.2f}" for key in ("ratio", "low", "high"))
            seconds = figure["seconds"]
            yield (
                plain(figure["name"]),
                *numbers,
                f"{seconds:.2f}" if last == "seconds" else rate(figure["work"] / seconds),
            )

    @staticmethod
    def side_by_side(figures: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
        """A table for each game: operations a second, and the ratio to the first candidate."""
        games: dict[str, dict[str, dict[str, str]]] = {}
        for title, row in figures.items():
            game, _, operation = title.partition(", ")
            cells = games.setdefault(game, {}).setdefault(operation, {})
            for figure in row:
                ratio = "" if figure is row[0] else f" ({figure['ratio']:.2g})"
                cells[figure["name"]] = rate(figure["work"] / figure["seconds"]) + ratio
        for game, operations in games.items():
            names = list(dict.fromkeys(name for cells in operations.values() for name in cells))
            yield f".. rubric:: {game}"
            yield ""
            rows: list[Sequence[str]] = [("", *names)]
            rows += [(plain(name), *(cells.get(n, "") for n in names)) for name, cells in operations.items()]
            yield from table(rows, ":class: compact")


def rate(number: float) -> str:
    """A rate for people."""
    for scale, letter in ((1e6, " M"), (1e3, " k")):
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.3g}"


class Layout(SphinxDirective):
    """The bits of a variant's board as a picture in text; ghosts are dots."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A literal block."""
        rules = get_rules(self.arguments[0])
        movement = movement_of(rules)
        squares = {
            bit: square for square, bit in enumerate(square_bits(rules.geometry, movement.straight_jumps)) if square
        }
        width = len(str(movement.layout.bits))
        lines = []
        for row in range(rules.geometry.height):
            cells = []
            for column in range(rules.geometry.width):
                square = rules.geometry.at(row, column)
                bit = next((bit for bit, other in squares.items() if other == square), None)
                cells.append("" if bit is None else str(bit))
            last = max(int(cell) for cell in cells if cell)
            ghosts = []
            while last + 1 < movement.layout.bits and last + 1 not in squares:
                last += 1
                ghosts.append(str(last))
            text = " ".join(cell.rjust(width) for cell in cells)
            lines.append(text + (f"   | {' '.join(ghosts)}" if ghosts else ""))
        return [literal("\n".join(lines), "text")]


class Rooms(Parsed):
    """The packages in layers, and the modules in each: imports go downwards, as ``pyproject.toml`` has it."""

    def lines(self) -> Iterator[str]:
        """A table of the packages, then one of their modules."""
        settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
        layers = [layer.split(" | ") for layer in settings["contracts"][0]["layers"]]
        rooms = [(number, name) for number, layer in enumerate(reversed(layers), 1) for name in layer]
        purposes: list[Sequence[str]] = [("layer", "package", "what lives there")]
        modules: list[Sequence[str]] = [("module", "what lives there")]
        for number, room in rooms:
            purposes.append((str(number), f"``{room}``", first_sentence(room)))
            inside = [info.name for info in pkgutil.iter_modules([str(module_file(room).parent)], f"{room}.")]
            if module_file(room).name == "__init__.py":
                modules += [(f"``{name}``", first_sentence(name)) for name in inside]
        yield from table(purposes, ":class: compact", ":widths: 8 18 74")
        yield from table(modules, ":class: compact", ":widths: 30 70")


def module_file(name: str) -> Path:
    """The source of a module of the package, or of a subpackage."""
    path = Path(draughts.__path__[0], *name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def first_sentence(name: str) -> str:
    """What a module says of itself first."""
    doc = ast.get_docstring(ast.parse(module_file(name).read_text("utf-8"))) or ""
    first = doc.split("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=\.) (?=[A-Z])", first)[0]


# References and checks


class NameRole(PyXRefRole):
    """What single backticks mean: a link to what they name, or code if that is a parameter or another small thing."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The nodes."""
        text = self.text.removesuffix("()")
        if re.search(r"(^|\.)[A-Z]", text) or text in draughts.__all__:
            self.name = "py:obj"
            return super().run()
        return [nodes.literal("", self.text)], []


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.reference | None:
    """Link names such as ``Board.play`` from anywhere, if one object only has that name."""
    target = node.get("reftarget", "").lstrip(".")
    if node.get("refdomain") != "py" or (not re.search(r"(^|\.)[A-Z]", target) and target not in draughts.__all__):
        return None
    objects = env.domains["py"].objects  # type: ignore[attr-defined]
    found = {
        (entry.docname, entry.node_id)
        for name, entry in objects.items()
        if name.endswith(f".{target}") and not entry.aliased
    }
    if len(found) != 1:
        return None
    docname, node_id = found.pop()
    return make_refnode(app.builder, node["refdoc"], docname, node_id, content, target)


def skip_fields(app: Sphinx, what: str, name: str, obj: object, skip: bool, options: object) -> bool | None:
    """Leave out fields of dataclasses and named tuples: the docstring of the class has described them."""
    field = isinstance(obj, types.MemberDescriptorType) or str(obj) in (
        "SLOTS_ATTR",
        "INSTANCE_ATTR",
        "UNINITIALIZED_ATTR",
        "RUNTIME_INSTANCE_ATTRIBUTE",
    )
    if field or type(obj).__name__ == "_tuplegetter":
        return True
    return None


def split_fields(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Give each of several fields that share a description a line of its own."""
    for at in range(len(lines) - 1, -1, -1):
        match = re.match(r"([a-z]\w*(?:, \w+)+) : (.+)", lines[at])
        if what == "class" and match:
            end = at + 1
            while end < len(lines) and (not lines[end] or lines[end][0] == " "):
                end += 1
            text = lines[at + 1 : end]
            lines[at:end] = [line for field in match[1].split(", ") for line in (f"{field} : {match[2]}", *text)]


def whole_sentences(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Undo that napoleon takes the words before a colon for a type: ours come from annotations."""
    at = next((at for at, line in enumerate(lines) if line.startswith(":type: ")), None)
    if what in ("attribute", "data", "property") and at is not None:
        lines[0] = f"{lines.pop(at).removeprefix(':type: ')}: {lines[0]}"


def short_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returns: str | None
) -> tuple[str, str | None] | None:
    """Many fields and parameters have their types in the description; the heading does not repeat them."""
    if not signature or len(signature) <= LONGEST_SIGNATURE:
        return None
    if what == "class":
        return "(**fields)", returns
    return _without_types(signature), returns


def _without_types(signature: str) -> str:
    """A signature with the names and defaults of its parameters alone."""
    function = ast.parse(f"def f{signature}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if argument is not None:
            argument.annotation = None
    return f"({ast.unparse(arguments)})"


def check_coverage(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that no page of the reference documents."""
    documented = {name.rpartition(".")[2] for name in env.domains["py"].objects}  # type: ignore[attr-defined]
    public = [
        draughts,
        *(thing for name in draughts.__all__ if isinstance(thing := getattr(draughts, name), ModuleType)),
    ]
    for module in public:
        for name in module.__all__:
            if isinstance(getattr(module, name), type | types.FunctionType) and name not in documented:
                log.warning("%s.%s is on no page of the reference", module.__name__, name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything."""
    app.connect("builder-inited", write_pages)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-docstring", split_fields, priority=400)
    app.connect("autodoc-process-docstring", whole_sentences, priority=600)
    app.connect("autodoc-process-signature", short_signature)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("env-check-consistency", check_coverage)
    app.add_role("named", NameRole())
    app.add_directive("command", Command)
    app.add_directive("command-help", CommandHelp)
    app.add_directive("perft-tables", PerftTables)
    app.add_directive("benchmark", Benchmark)
    app.add_directive("layout", Layout)
    app.add_directive("rooms", Rooms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
