"""Compiled kernels on disk: always in processes of their own, with a cache folder of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import draughts
import oracle
from draughts import variants
from draughts.kernel.movement import movement_of

_PACKAGE = Path(draughts.__file__).parent
_DATA = Path(__file__).parent.parent / "data" / "perft" / "perft.json"

#: One of each kind: short and flying kings, pieces lifted at once, two machine words, eight directions.
_COMMON = ("american", "international", "turkish", "canadian", "frisian")
_DEPTH = 5

#: Loads compiled code only; prints what had to be compiled, and counts of every variant named.
_COUNT = f"""
import json, sys
from draughts import Board, get_rules, perft, warm_up
from draughts.kernel.machine_code import is_compiled
from draughts.kernel.jit import cache_misses
rules = [get_rules(name) for name in sys.argv[1:]]
warm_up(*rules)
assert is_compiled()
counts = {{}}
for depth in (1, {_DEPTH}):  # every variant in turn, twice
    for each in rules:
        board = Board(each)
        counts.setdefault(each.name, []).append(len(board.legal_moves) if depth == 1 else perft(board, depth))
print(json.dumps([cache_misses, counts]))
"""

#: As that, but for one short list of moves: an American capture and a quiet move.
_LIST = """
import json
from draughts import Board
from draughts.kernel.machine_code import use_compiled
from draughts.kernel.jit import cache_misses
use_compiled()
texts = [" ".join(map(str, Board.from_fen(fen).legal_moves)) for fen in ("W:W22:B18,2", "W:W30:B1")]
print(json.dumps([cache_misses, texts]))
"""
_LISTED = ["22x15", "30-25 30-26"]


class Answer(NamedTuple):
    """What a process found, what it compiled, and what it complained about."""

    misses: list[str]
    found: object
    errors: str

    @property
    def complaints(self) -> list[str]:
        return re.findall(r"compiled code c.*", self.errors)


class World(NamedTuple):
    """Where a process runs: folder, home, environment and package."""

    folder: Path
    package: Path

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def environment(self, **changes: str | None) -> dict[str, str]:
        unwanted = ("DRAUGHTS_", "NUMBA_", "XDG_", "PYTHON", "COVERAGE")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
        for folder in ("home", "elsewhere", "tmp"):
            (self.folder / folder).mkdir(exist_ok=True)
        given = {
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "PYTHONPATH": str(self.package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "DRAUGHTS_CACHE_DIR": str(self.cache),
            **changes,
        }
        return kept | {name: value for name, value in given.items() if value is not None}

    def start(self, code: str, *arguments: str, **changes: str | None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-W", "always", "-c", code, *arguments],
            env=self.environment(**changes),
            cwd=self.folder / "elsewhere",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, *arguments: str, **changes: str | None) -> Answer:
        return answer(self.start(code, *arguments, **changes))


def answer(process: subprocess.Popen[str]) -> Answer:
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    misses, found = json.loads(output.splitlines()[-1])
    return Answer(misses, found, errors)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def known_counts(names: Sequence[str]) -> dict[str, int]:
    """Published or independent leaves at the depth of `_COUNT`, captures told apart by their order."""
    return {
        table["variant"]: table["counts"][str(_DEPTH)]
        for table in json.loads(_DATA.read_text("utf-8"))
        if table["variant"] in names and table["name"] == "initial" and table["duplicates"] == "kept"
        if str(_DEPTH) in table["counts"]
    }


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that nobody edits while tests run."""
    copy = tmp_path_factory.mktemp("source") / "draughts"
    shutil.copytree(_PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def world(tmp_path: Path, package: Path) -> World:
    return World(tmp_path, package)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, package: Path) -> World:
    """A cache that a process of its own has filled for each common variant."""
    world = World(tmp_path_factory.mktemp("filled"), package)
    for name in _COMMON:
        assert world.run(_COUNT, name).misses == ["list_interned_moves", "count_leaves"]
    return world


@pytest.fixture
def copied(filled: World, world: World) -> World:
    """A filled cache to do harm to."""
    shutil.copytree(filled.cache, world.cache)
    return world


def check_counts(found: object, names: Sequence[str]) -> None:
    assert isinstance(found, dict)
    assert list(found) == list(names)
    known = known_counts(names)
    assert {name: found[name][1] for name in known} == known


# Hits


def test_a_second_process_compiles_nothing_and_counts_the_same(filled: World) -> None:
    assert known_counts(_COMMON).keys() == set(_COMMON)
    before = files(filled.cache)
    for _ in range(2):
        again = filled.run(_COUNT, *_COMMON)
        assert again.misses == []
        assert again.errors == ""
        check_counts(again.found, _COMMON)
    assert files(filled.cache) == before


def test_variants_with_the_same_movement_rules_share_what_one_of_them_compiled(filled: World) -> None:
    names = ("checkers-board", "international-giveaway", "frysk", "yeeqia")
    assert filled.run(_COUNT, *names).misses == []


def test_the_order_of_loading_does_not_matter(filled: World) -> None:
    order = tuple(reversed(_COMMON))
    again = filled.run(_COUNT, *order)
    assert again.misses == []
    check_counts(again.found, order)


def test_threads_may_load_side_by_side(filled: World) -> None:
    code = f"""
import json, sys
from concurrent.futures import ThreadPoolExecutor
from draughts import Board, get_rules, perft
from draughts.kernel.machine_code import use_compiled
use_compiled()
def ask(name):
    board = Board(get_rules(name))
    return len(board.legal_moves), perft(board, {_DEPTH})
with ThreadPoolExecutor(8) as pool:
    names = sys.argv[1:]
    found = dict(zip(names, pool.map(ask, names)))
    assert all(found[name] == answer for name, answer in zip(2 * names, pool.map(ask, 2 * names)))
from draughts.kernel.jit import cache_misses
print(json.dumps([cache_misses, found]))
"""
    again = filled.run(code, *_COMMON)
    assert again.misses == []
    check_counts(again.found, _COMMON)


@pytest.mark.slow
def test_every_preset_is_loaded_from_disk_in_a_second_process(world: World) -> None:
    names = tuple(variants())
    first = world.run(_COUNT, *names)
    assert set(first.misses) == {"list_interned_moves", "count_leaves"}
    second = world.run(_COUNT, *names)
    assert second.misses == []
    assert second.errors == ""
    assert second.found == first.found
    check_counts(second.found, names)


# Several at once


def test_four_processes_that_start_cold_are_right_and_harm_nobody(world: World) -> None:
    started = [world.start(_LIST) for _ in range(4)]
    for process in started:
        found = answer(process)
        assert found.found == _LISTED
        assert found.errors == ""
    last = world.run(_LIST)
    assert (last.misses, last.found) == ([], _LISTED)


#: Forks again and again while another thread loads numba and compiles; prints the moves that each child finds.
_FORK = """
import json, os, sys, threading, time
from draughts import Board, get_rules, warm_up
from draughts.kernel.machine_code import use_compiled
use_compiled()
compiling = threading.Thread(target=warm_up, args=(get_rules("russian"),))
compiling.start()
children = []
while compiling.is_alive() and len(children) < 20:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, str(Board.from_fen("W:W22:B18,2").legal_moves[0]).encode())
        os._exit(0)
    os.close(writer)
    children.append((child, reader))
    time.sleep(0.1)
compiling.join()
end = time.monotonic() + 60
found = []
for child, reader in children:
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, 9)
        time.sleep(0.01)
    found.append(os.read(reader, 100).decode())
print(json.dumps([[], found]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_children_of_a_process_that_compiles_in_another_thread_never_hang(copied: World) -> None:
    found = copied.run(_FORK).found
    assert isinstance(found, list)
    assert set(found) == {"22x15"}


# Edits


@pytest.fixture
def workshop(world: World) -> World:
    """A copy of the package, to edit."""
    package = world.folder / "src" / "draughts"
    shutil.copytree(world.package, package)
    return world._replace(package=package)


def edit(world: World, name: str, change: Callable[[str], str]) -> Callable[[], None]:
    """Change a file of the copied package; what is returned changes it back."""
    path = world.package / "kernel" / name
    before = path.read_text("utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, "utf-8")

    def undo() -> None:
        path.write_text(before, "utf-8")

    return undo


def test_an_edit_of_a_callee_is_noticed(workshop: World) -> None:
    assert workshop.run(_LIST).found == _LISTED
    assert workshop.run(_LIST).misses == []
    # No capture lands anywhere, and no man steps anywhere.
    undo_captures = edit(
        workshop, "source/captures.py", lambda text: text.replace("d.step(victim) & empty", "d.step(victim) & ZERO")
    )
    changed = workshop.run(_LIST)
    assert changed.misses == ["list_interned_moves"]
    assert changed.found == ["", _LISTED[1]]
    undo_quiet = edit(
        workshop, "source/quiet.py", lambda text: text.replace("d.step(men) & empty", "d.step(men) & ZERO")
    )
    assert workshop.run(_LIST).found == ["", ""]
    undo_captures()
    assert workshop.run(_LIST).found == [_LISTED[0], ""]
    undo_quiet()
    last = workshop.run(_LIST)
    assert (last.misses, last.found) == ([], _LISTED)


@pytest.mark.parametrize(
    "name",
    [
        "source/captures.py",
        "llvm_backend.py",
        pytest.param("source/quiet.py", marks=pytest.mark.slow),
        pytest.param("source/lists.py", marks=pytest.mark.slow),
        pytest.param("specialise.py", marks=pytest.mark.slow),
        pytest.param("layout.py", marks=pytest.mark.slow),
        pytest.param("movement.py", marks=pytest.mark.slow),
        pytest.param("jit.py", marks=pytest.mark.slow),
    ],
)
def test_even_a_comment_makes_new_code(workshop: World, name: str) -> None:
    assert workshop.run(_LIST).misses == ["list_interned_moves"]
    edit(workshop, name, lambda text: f"{text}\n# A remark.\n")
    changed = workshop.run(_LIST)
    assert (changed.misses, changed.found) == (["list_interned_moves"], _LISTED)
    assert workshop.run(_LIST).misses == []


def test_an_installation_without_the_source_says_what_it_lacks(workshop: World) -> None:
    for path in (workshop.package / "kernel" / "source").glob("*.py"):
        path.unlink()
    process = workshop.start(_LIST)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(r"\nImportError: .*kernel.source.*\.py.* is missing", errors)


def test_new_code_does_not_depend_on_the_clock(workshop: World) -> None:
    workshop.run(_LIST)
    path = workshop.package / "kernel" / "source" / "quiet.py"
    status = path.stat()
    edit(workshop, "source/quiet.py", lambda text: text.replace("d.step(men) & empty", "d.step(men) & ZERO "))
    os.utime(path, (status.st_atime, status.st_mtime))
    assert workshop.run(_LIST).found == [_LISTED[0], ""]
    for touched in workshop.package.rglob("*.py"):
        os.utime(touched, (1, 1))
    assert workshop.run(_LIST).misses == []


# Damage


_DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "garbage": lambda content: bytes(range(256)) * 8,
    "without its end": lambda content: content[:-1],
    "zeros": lambda content: b"\x00" * len(content),
    "text": lambda content: b"not compiled code at all",
}


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(damage, id=name, marks=() if number < 2 else pytest.mark.slow)
        for number, (name, damage) in enumerate(_DAMAGES.items())
    ],
)
def test_damaged_files_are_compiled_anew(copied: World, damage: Callable[[bytes], bytes]) -> None:
    harmed = files(copied.cache)
    assert len(harmed) == 2 * len(_COMMON)
    for path in harmed:
        path.write_bytes(damage(path.read_bytes()))
    mended = copied.run(_LIST)
    assert (mended.misses, mended.found, mended.errors) == (["list_interned_moves"], _LISTED, "")
    again = copied.run(_LIST)
    assert (again.misses, again.found) == ([], _LISTED)


#: Writes each damaged content in turn where the code of `list_interned_moves` was, and asks for a move. What is
#: missed is not compiled, as that takes long; what is not missed is run, so damage that is overlooked ends the
#: process or is told.
_OVERLOOKED = r"""
import json, pathlib, random, sys
from draughts import AMERICAN, Board
from draughts.kernel import jit
from draughts.kernel.machine_code import use_compiled
from draughts.kernel.movement import movement_of

class Missed(Exception):
    pass

class Misses(list):
    def append(self, name):
        raise Missed(name)

def is_missed():
    jit.interned_lists.cache_clear()
    try:
        jit.interned_lists(movement_of(AMERICAN))
    except Missed:
        return True
    # What it says does not matter; it must not be asked.
    Board.from_fen("W:W22:B18,2").legal_moves
    return False

jit.cache_misses = Misses()
use_compiled()
number, *paths = sys.argv[1:]
contents = [pathlib.Path(path).read_bytes() for path in paths]
right, *others = contents
assert not is_missed()
chance = random.Random(6)
size = len(right)
code = right.index(b"\x7fELF")
# The digest, the beginning, in, and the end of what numba says of the code, and in the code.
places = [0, 15, 31, 32, 33, 40, code // 2, code - 1, code, code + 18, code + 64, (code + size) // 2, size - 1]
damaged = [right[:at] + bytes([right[at] ^ 1 << bit]) + right[at + 1:] for at in places for bit in (0, 3, 7)]
for length in (16, 512, 4096):
    damaged += [right[:at] + bytes(length) + right[at + length:] for at in range(0, size - length, size // 5)]
damaged += [right[:length] for length in (0, 1, 31, 32, 33, code, size // 2, size - 1)] + [right + b"\0", right * 2]
damaged += [right[:32] + other[32:] for other in others] + [other[:32] + right[32:] for other in others] + others
for _ in range(int(number)):
    content = bytearray(right)
    for _ in range(chance.choice((1, 1, 2, 10, 1000))):
        content[chance.randrange(size)] = chance.randrange(256)
    damaged.append(bytes(content))
overlooked = []
for index, content in enumerate(damaged):
    pathlib.Path(paths[0]).write_bytes(content)
    if content != right and not is_missed():
        overlooked.append(index)
pathlib.Path(paths[0]).write_bytes(right)
assert not is_missed()
print(json.dumps([overlooked, len(damaged)]))
"""


@pytest.mark.parametrize("number", [20, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_damage_is_overlooked(copied: World, number: int) -> None:
    key = movement_of(draughts.AMERICAN).key
    paths = files(copied.cache)
    (right,) = (path for path in paths if path.name.startswith(f"{key}-list_interned_moves"))
    found = copied.run(_OVERLOOKED, str(number), str(right), *(str(path) for path in paths if path != right))
    assert found.misses == []
    assert isinstance(found.found, int)
    assert found.found > number + 70


def test_missing_files_are_compiled_anew(copied: World) -> None:
    for path in files(copied.cache):
        path.unlink()
    mended = copied.run(_LIST)
    assert (mended.misses, mended.found) == (["list_interned_moves"], _LISTED)
    assert copied.run(_LIST).misses == []


def test_files_that_are_exchanged_do_no_harm(copied: World) -> None:
    # The worst mix-up there can be: every file under the name of another one.
    paths = files(copied.cache)
    contents = [path.read_bytes() for path in paths]
    for path, content in zip(paths, contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    found = copied.run(_LIST)
    assert (found.misses, found.found) == (["list_interned_moves"], _LISTED)


# Places


def blocked(world: World) -> str:
    """A path that nobody can make a folder of, not even root."""
    file = world.folder / "file"
    file.write_text("in the way")
    return str(file / "below")


def test_a_folder_that_cannot_be_made_costs_a_warning_and_no_more(world: World) -> None:
    found = world.run(_LIST + _DIFFER, "russian", DRAUGHTS_CACHE_DIR=blocked(world))
    (complaint,) = found.complaints
    assert "DRAUGHTS_CACHE_DIR" in complaint
    assert f"{world.folder / 'file' / 'below'} (Not a directory)" in complaint
    assert files(world.folder) == [world.folder / "file"]


def test_a_home_that_cannot_be_written_to_is_passed_over(world: World) -> None:
    for misses in (["list_interned_moves"], []):
        found = world.run(_LIST, DRAUGHTS_CACHE_DIR=None, HOME=blocked(world))
        assert (found.misses, found.found, found.errors) == (misses, _LISTED, "")
    (folder,) = (world.folder / "tmp").iterdir()
    assert folder.name == f"draughts-{os.getuid()}"
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_home_of_ones_own_is_the_usual_place(world: World) -> None:
    for misses in (["list_interned_moves"], []):
        found = world.run(_LIST, DRAUGHTS_CACHE_DIR=None)
        assert (found.misses, found.found, found.errors) == (misses, _LISTED, "")
    where = "Library/Caches/draughts" if sys.platform == "darwin" else ".cache/draughts"
    assert files(world.folder) == files(world.folder / "home" / where) != []


def test_the_variables_choose_the_place(world: World) -> None:
    places = {name: world.folder / name.lower() for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    both = {name: str(path) for name, path in places.items()}
    assert world.run(_LIST, DRAUGHTS_CACHE_DIR=None, **both).errors == ""
    assert files(world.folder) == files(places["NUMBA_CACHE_DIR"] / "draughts") != []
    assert world.run(_LIST, DRAUGHTS_CACHE_DIR=None, **both).misses == []
    del both["NUMBA_CACHE_DIR"]
    assert world.run(_LIST, DRAUGHTS_CACHE_DIR=None, **both).misses == ["list_interned_moves"]
    assert files(places["XDG_CACHE_HOME"] / "draughts")
    assert world.run(_LIST, **both).misses == ["list_interned_moves"]
    assert files(world.cache)
    assert not files(world.folder / "home")


def is_refused(world: World) -> bool:
    found = world.run(_LIST)
    assert found.found == _LISTED
    return len(found.complaints) == 1 and files(world.cache) == []


def test_a_folder_that_everybody_may_write_to_is_refused(world: World) -> None:
    world.cache.mkdir()
    world.cache.chmod(0o777)
    assert is_refused(world)
    world.cache.chmod(0o755)
    assert not is_refused(world)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_refused(world: World) -> None:
    world.cache.mkdir()
    os.chown(world.cache, 12345, 12345)
    assert is_refused(world)
    os.chown(world.cache, os.geteuid(), os.getegid())
    assert not is_refused(world)


#: Prints the folder of compiled code, without compiling anything.
_WHERE = """
import json
from draughts.kernel.cache import cache_root
print(json.dumps([[], str(cache_root())]))
"""


def test_a_relative_path_is_refused(world: World) -> None:
    # It would be another folder after each change of the working directory, which may be anybody's.
    for name in ("DRAUGHTS_CACHE_DIR", "NUMBA_CACHE_DIR"):
        found = world.run(_WHERE, **{"DRAUGHTS_CACHE_DIR": None, name: "here"})
        assert found.found == "None"
        assert "must be an absolute path" in found.complaints[0]
    found = world.run(_WHERE, DRAUGHTS_CACHE_DIR=None, XDG_CACHE_HOME="here")
    assert (found.found, found.errors) == (str(world.folder / "tmp" / f"draughts-{os.getuid()}"), "")
    assert not files(world.folder / "elsewhere")


def test_links_are_refused(world: World) -> None:
    mine = world.folder / "mine"
    mine.mkdir(mode=0o700)
    world.cache.symlink_to(mine)
    found = world.run(_WHERE)
    assert found.found == "None"
    assert "is a link" in found.complaints[0]
    assert not files(mine)


def test_a_link_in_the_folder_for_temporary_files_is_refused(world: World) -> None:
    mine = world.folder / "mine"
    mine.mkdir(mode=0o700)
    (world.folder / "tmp").mkdir()
    (world.folder / "tmp" / f"draughts-{os.getuid()}").symlink_to(mine)
    found = world.run(_WHERE, DRAUGHTS_CACHE_DIR=None, HOME=blocked(world))
    assert found.found == "None"
    assert "is a link" in found.complaints[0]
    assert list(mine.iterdir()) == []


def test_a_folder_that_is_exchanged_by_a_link_while_the_process_runs_is_not_used(copied: World) -> None:
    code = f"""
import os
from draughts.kernel.cache import cache_root
cache_root()
os.rename({str(copied.cache)!r}, {str(copied.cache) + "-moved"!r})
os.symlink({str(copied.cache) + "-moved"!r}, {str(copied.cache)!r})
{_LIST}"""
    found = copied.run(code)
    assert (found.misses, found.found) == (["list_interned_moves"], _LISTED)
    (complaint,) = found.complaints
    assert "could not be kept" in complaint


def test_a_process_without_a_folder_works_where_warnings_are_errors(world: World) -> None:
    found = world.run("import warnings; warnings.simplefilter('error')" + _LIST, DRAUGHTS_CACHE_DIR=blocked(world))
    assert found.found == _LISTED
    assert len(found.complaints) == 1


def test_numbas_choice_of_places_does_not_move_our_files(workshop: World) -> None:
    before = files(workshop.package)
    found = workshop.run(_LIST, NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator")
    assert (found.misses, found.found, found.errors) == (["list_interned_moves"], _LISTED, "")
    assert files(workshop.package) == before
    assert len(files(workshop.cache)) == 1


def test_the_processor_is_in_the_name_of_the_folder(world: World) -> None:
    names = []
    for changes in ({}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}):
        assert world.run(_WHERE, **changes).found == str(world.cache)
        names = sorted(path.name for path in world.cache.iterdir())
    assert len(names) == 2
    assert sum(name.endswith("-generic") for name in names) == 1


# What is left behind


def old_and_new(world: World, *, days: int) -> tuple[Path, Path]:
    """Folders of other versions, one unused for so many days, the other for a day."""
    then = time.time()
    old, new = (world.cache / f"compiled-{sign * 32}-z80" for sign in "01")
    for folder, age in ((old, days), (new, 1)):
        folder.mkdir(parents=True)
        (folder / "code").write_bytes(b"old")
        os.utime(folder, (then, then - age * 24 * 3600))
    world.cache.chmod(0o700)
    return old, new


def test_code_of_other_versions_is_removed_once_nobody_has_used_it_for_long(world: World) -> None:
    old, new = old_and_new(world, days=90)
    mine = world.cache / "letters"
    mine.write_text("precious")
    os.utime(mine, (0, 0))
    assert world.run(_LIST).misses == ["list_interned_moves"]
    assert not old.exists()
    assert (new / "code").exists()
    assert mine.exists()


def test_code_that_is_in_use_is_noted_so_that_nobody_removes_it(copied: World) -> None:
    (folder,) = copied.cache.iterdir()
    os.utime(folder, (0, 0))
    assert copied.run(_LIST).misses == []
    assert time.time() - folder.stat().st_mtime < 3600


def test_what_a_killed_process_left_is_removed_after_a_while(copied: World) -> None:
    (folder,) = copied.cache.iterdir()
    left, fresh = folder / ".0123456789abcdef.saving", folder / ".fedcba9876543210.saving"
    for path in (left, fresh):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))
    assert copied.run(_DIFFER, "russian").misses == ["list_interned_moves"]
    assert not left.exists()
    assert fresh.exists()


def test_compile_removes_code_of_other_versions_when_asked(copied: World) -> None:
    old, new = old_and_new(copied, days=2)
    code = "import sys; from draughts.cli import main; print('[[], ' + str(main(sys.argv[1:])) + ']')"
    assert copied.run(code, "compile", "american").found == 0
    assert old.exists()
    assert copied.run(code, "compile", "--clean", "american").found == 0
    assert not old.exists()
    assert not new.exists()
    assert copied.run(_LIST).misses == []


def test_a_refused_home_is_passed_over(world: World) -> None:
    usual = world.folder / "home" / ".cache" / "draughts"
    usual.mkdir(parents=True)
    usual.chmod(0o777)
    if sys.platform == "darwin":
        pytest.skip("the usual place is another one")
    found = world.run(_LIST, DRAUGHTS_CACHE_DIR=None)
    assert (found.found, found.errors) == (_LISTED, "")
    assert not files(usual)
    assert files(world.folder / "tmp")


def test_a_folder_that_vanishes_costs_the_next_process_a_compilation(world: World) -> None:
    code = f"""
import shutil
from draughts import RUSSIAN, warm_up
warm_up(RUSSIAN)
shutil.rmtree({str(world.cache)!r})
{_LIST}"""
    found = world.run(code)
    assert found.found == _LISTED
    assert found.misses == ["list_interned_moves", "count_leaves", "list_interned_moves"]
    assert world.run(_LIST).found == _LISTED


def test_nothing_is_written_beside_the_package(workshop: World) -> None:
    before = files(workshop.package)
    assert workshop.run(_LIST).found == _LISTED
    assert files(workshop.package) == before


def test_a_package_that_cannot_be_written_to_is_as_good(world: World) -> None:
    # Nothing is less writable than an archive.
    archive = world.folder / "packages.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in files(world.package):
            packed.write(path, path.relative_to(world.package.parent))
    for misses in (["list_interned_moves"], []):
        found = world.run(_LIST, PYTHONPATH=str(archive))
        assert (found.misses, found.found, found.errors) == (misses, _LISTED, "")


# Two sets of movement rules in one process

#: Loads one entry point of each variant named; prints the captures of a position in which they differ.
_DIFFER = """
import json, sys
from draughts import Board, get_rules
from draughts.kernel.machine_code import use_compiled
from draughts.kernel.jit import cache_misses
use_compiled()
rules = [get_rules(name) for name in 2 * sys.argv[1:]]
boards = [Board.from_fen("W:WK11,20:B16,15,14,23,K24", each) for each in rules]
texts = [" ".join(f"{move}:{len(move.captured)}" for move in board.legal_moves) for board in boards]
print(json.dumps([cache_misses, texts]))
"""


def differing(names: Sequence[str]) -> list[str]:
    """What `_DIFFER` has to print, by the oracle."""
    texts = []
    for name in 2 * list(names):
        rules = variants()[name]
        outcomes = oracle.legal(oracle.parse("W:WK11,20:B14,15,16,23,K24", rules), rules)
        texts.append(" ".join(f"{o.origin}x{o.destination}:{len(o.captures)}" for o in outcomes))
    assert len(set(texts)) == len(names)
    return texts


def sorted_words(found: object) -> list[list[str]]:
    assert isinstance(found, list)
    return [sorted(text.split()) for text in found]


@pytest.mark.parametrize("uncached", [False, True])
def test_movement_rules_compiled_in_one_process_are_not_mixed_up(world: World, uncached: bool) -> None:
    names = ("russian", "brazilian", "american")
    changes = {"DRAUGHTS_CACHE_DIR": blocked(world)} if uncached else {}
    first = world.run(_DIFFER, *names, **changes)
    assert sorted_words(first.found) == sorted_words(differing(names))
    if not uncached:
        assert first.misses == 3 * ["list_interned_moves"]
        second = world.run(_DIFFER, *names[::-1])
        assert second.misses == []
        assert sorted_words(second.found) == sorted_words(differing(names[::-1]))


def test_movement_rules_from_the_caches_of_two_processes_are_not_mixed_up(world: World) -> None:
    for name in ("russian", "brazilian"):
        assert world.run(_DIFFER, name).misses == ["list_interned_moves"]
    for names in (("russian", "brazilian"), ("brazilian", "russian")):
        found = world.run(_DIFFER, *names)
        assert found.misses == []
        assert sorted_words(found.found) == sorted_words(differing(names))


def test_movement_rules_from_disk_and_one_compiled_now_are_not_mixed_up(world: World) -> None:
    world.run(_DIFFER, "russian")
    names = ("russian", "brazilian")
    found = world.run(_DIFFER, *names)
    assert found.misses == ["list_interned_moves"]
    assert sorted_words(found.found) == sorted_words(differing(names))
