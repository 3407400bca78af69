"""Folders that other users of the machine cannot change: two users where the tests run as root."""

from __future__ import annotations

import os
import stat
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from draughts.support.private_folder import PrivateFolder

if sys.platform == "win32":
    pytest.skip("Windows has access lists instead of owners and modes", allow_module_level=True)

#: Two users who need not exist.
_VICTIM, _OTHER = 54321, 54322

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users and give files away")


def done_by(user: int, action: Callable[[], object]) -> None:
    """Do something in a process of another user; an exception there fails the test."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            action()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    assert os.waitpid(process, 0)[1] == 0


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A place like the folder for temporary files: everybody may add to it."""
    place = tmp_path / "shared"
    place.mkdir()
    place.chmod(0o1777)
    opened = []
    for parent in place.parents:
        if not parent.stat().st_mode & stat.S_IXOTH:
            opened.append((parent, parent.stat().st_mode))
            parent.chmod(stat.S_IMODE(parent.stat().st_mode) | stat.S_IXOTH)
    yield place
    for parent, mode in opened:
        parent.chmod(stat.S_IMODE(mode))


def modes(path: Path, top: Path) -> list[int]:
    """The permissions of a folder and those above it."""
    return [stat.S_IMODE(each.stat().st_mode) for each in (path, *path.parents) if top in each.parents]


def refuses(path: Path, reason: str) -> None:
    with pytest.raises(OSError, match=reason):
        PrivateFolder.open(path, make=True)


# One user


@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
def test_every_level_that_is_made_is_for_this_user_alone(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        with PrivateFolder.open(tmp_path / "a" / "b" / "c", make=True) as folder, folder.below("d", make=True) as below:
            below.write("file", b"content")
    finally:
        os.umask(before)
    path = tmp_path / "a" / "b" / "c" / "d" / "file"
    assert modes(path, tmp_path) == [0o600, 0o700, 0o700, 0o700, 0o700]


def test_a_path_must_be_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir(mode=0o700)
    refuses(Path("a"), "must be an absolute path")


def test_a_missing_folder_is_not_made_unless_that_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        PrivateFolder.open(tmp_path / "a")
    with PrivateFolder.open(tmp_path / "a", make=True) as folder, pytest.raises(FileNotFoundError):
        folder.below("b")


@pytest.mark.parametrize("mode", [0o720, 0o770, 0o775, 0o702, 0o777, 0o1777])
def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.mkdir()
    (path / "b").mkdir(mode=0o700)
    path.chmod(mode)
    refuses(path, "can be written by other users")
    with PrivateFolder.open(path / "b") as folder:
        assert folder.names() == []
    path.chmod(0o700)
    (path / "b").chmod(mode)
    with PrivateFolder.open(path) as folder, pytest.raises(PermissionError, match="can be written by other users"):
        folder.below("b", make=True)


def test_links_to_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a" / "c").mkdir(parents=True)
    (tmp_path / "a").chmod(0o700)
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "a" / "d").symlink_to("c")
    refuses(tmp_path / "b", "is a link")
    with PrivateFolder.open(tmp_path / "a") as folder, pytest.raises(NotADirectoryError, match="is a link"):
        folder.below("d", make=True)
    (tmp_path / "e").write_text("in the way")
    refuses(tmp_path / "e", "is not a folder")
    refuses(tmp_path / "e" / "f", "Not a directory")


def test_only_files_that_nobody_else_could_write_are_read(tmp_path: Path) -> None:
    with PrivateFolder.open(tmp_path / "a", make=True) as folder:
        folder.write("good", b"content")
        (tmp_path / "a" / "link").symlink_to("good")
        (tmp_path / "a" / "folder").mkdir()
        os.mkfifo(tmp_path / "a" / "pipe")
        (tmp_path / "a" / "open").write_bytes(b"content")
        (tmp_path / "a" / "open").chmod(0o666)
        assert folder.read("good") == b"content"
        for name in ("link", "folder", "pipe", "open", "missing"):
            with pytest.raises(OSError, match=name):
                folder.read(name)


def test_a_folder_that_is_exchanged_after_it_was_opened_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with PrivateFolder.open(path, make=True) as folder:
        folder.write("file", b"ours")
        path.rename(tmp_path / "b")
        path.mkdir()
        (path / "file").write_bytes(b"theirs")
        assert folder.read("file") == b"ours"
        folder.write("another", b"ours")
    assert sorted(os.listdir(tmp_path / "b")) == ["another", "file"]
    assert os.listdir(path) == ["file"]


def test_files_and_folders_can_be_removed_and_have_an_age(tmp_path: Path) -> None:
    with PrivateFolder.open(tmp_path / "a", make=True) as folder:
        folder.write("file", b"content")
        with folder.below("b", make=True) as below:
            below.write("file", b"content")
        elsewhere = tmp_path / "elsewhere"
        elsewhere.write_text("precious")
        (tmp_path / "a" / "b" / "link").symlink_to(elsewhere)
        os.utime(tmp_path / "a" / "file", (0, 0))
        os.utime(tmp_path / "a", (0, 0))
        year = 365 * 24 * 3600
        assert folder.age("file") > year
        assert folder.age("b") < year
        assert folder.age() > year
        folder.touch()
        assert folder.age() < year
        folder.remove("file")
        folder.remove("b")
        assert folder.names() == []
    assert elsewhere.read_text() == "precious"


# Two users


@as_root
def test_a_folder_that_another_user_has_prepared_is_refused(shared: Path) -> None:
    path = shared / f"draughts-{_VICTIM}"

    def prepare() -> None:
        path.mkdir(mode=0o755)
        (path / "code").write_bytes(b"theirs")

    done_by(_OTHER, prepare)
    done_by(_VICTIM, lambda: refuses(path, "belongs to another user"))
    done_by(_OTHER, lambda: path.chmod(0o777))
    done_by(_VICTIM, lambda: refuses(path, "belongs to another user"))


@as_root
def test_a_link_that_another_user_has_prepared_is_refused(shared: Path) -> None:
    mine = shared / "mine"
    path = shared / f"draughts-{_VICTIM}"

    def unpack() -> None:  # say, an archive that the other user wrote
        mine.mkdir(mode=0o700)
        (mine / "code").write_bytes(b"theirs")

    done_by(_VICTIM, unpack)
    done_by(_OTHER, lambda: path.symlink_to(mine))
    done_by(_VICTIM, lambda: refuses(path, "is a link"))


@as_root
def test_a_file_of_another_user_is_not_read(shared: Path) -> None:
    path = shared / f"draughts-{_VICTIM}"

    def make() -> None:
        with PrivateFolder.open(path, make=True) as folder:
            folder.write("code", b"ours")

    def read() -> None:
        with PrivateFolder.open(path) as folder, pytest.raises(PermissionError, match="belongs to another user"):
            folder.read("code")

    done_by(_VICTIM, make)
    os.chown(path / "code", _OTHER, _OTHER)
    (path / "code").chmod(0o644)
    done_by(_VICTIM, read)


@as_root
def test_nobody_else_can_get_into_a_folder_even_if_nothing_is_masked(shared: Path) -> None:
    path = shared / "a" / "b"

    def make() -> None:
        os.umask(0)
        with PrivateFolder.open(path, make=True) as folder:
            folder.write("code", b"ours")

    def try_all() -> None:
        for action in (
            lambda: os.listdir(path),
            (path / "code").read_bytes,
            lambda: (path / "more").write_bytes(b"theirs"),
            lambda: (path.parent / "more").write_bytes(b"theirs"),
            lambda: path.rename(shared / "c"),
            lambda: path.parent.rename(shared / "c"),
        ):
            with pytest.raises(PermissionError):
                action()

    done_by(_VICTIM, make)
    done_by(_OTHER, try_all)
