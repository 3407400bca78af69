"""Files that are replaced as a whole."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from pathlib import Path

import pytest

from draughts.support import files
from draughts.support.files import replace_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions and few links")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    path.chmod(mode)
    replace_file(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_nobody_else_may_read_is_never_readable_while_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    path.chmod(0o600)
    seen = []

    def look(descriptor: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))

    monkeypatch.setattr(os, "fsync", look)
    replace_file(path, "new")
    assert seen == [0o600]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_permissions_that_the_process_gives(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        replace_file(tmp_path / "a.json", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == mode


def test_what_a_link_points_to_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "target"
    link = tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    replace_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_link_in_the_way_of_the_temporary_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    path = tmp_path / "a.json"
    path.write_text("old")
    monkeypatch.setattr(secrets, "token_hex", lambda size: "foreseen")
    in_the_way = tmp_path / f".foreseen{files.TEMPORARY}"
    in_the_way.symlink_to(victim)
    with pytest.raises(FileExistsError):
        replace_file(path, "new")
    assert (path.read_text(), victim.read_text()) == ("old", "precious")
    assert in_the_way.is_symlink()


def test_temporary_names_cannot_be_foreseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    monkeypatch.setattr(os, "fsync", lambda descriptor: names.update(os.listdir(tmp_path)))
    for _ in range(100):
        replace_file(tmp_path / "a", "new")
    assert len(names - {"a"}) == 100


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 255)
    replace_file(path, "new")
    replace_file(path, "newer")
    assert path.read_text() == "newer"
    assert os.listdir(tmp_path) == [path.name]


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    replace_file(Path(os.devnull), "new")
    assert not Path(os.devnull).is_file()
    reader, writer = os.pipe()
    with open(reader, "rb") as pipe, open(writer, "wb"):
        replace_file(Path(f"/dev/fd/{writer}"), "new")
        assert pipe.read(3) == b"new"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    replace_file(path, "old")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_signal_while_a_file_is_written_is_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    replace_file(path, "old")

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
