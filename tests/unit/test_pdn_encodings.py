"""Bytes become the right letters, one encoding a file, and compressed files are read within limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from draughts import PdnError
from draughts.cli import main
from draughts.pdn import DeviationKind, FaultKind, loads, read, validate
from draughts.pdn.letters import ENCODINGS, most_likely

_RUSSIAN = (
    "Иванов", "Тансыккужина", "Щеголев", "Андрейко", "Куперман", "Цой", "Чижов", "Москва", "Ленинград", "Г.Шварцман",
    "ШВАРЦМАН", "Юрьев", "Ян", "Эйдинов", "Вигман", "Каплан", "Уфа", "Баку", "Киев", "Гантварг", "ничья", "Чемпионат",
    "Белые", "Чёрные", "Соков", "Рига", "Жан", "Дыбман", "Якутск", "Плакхин", "Блиндер",
)  # fmt: skip
_WESTERN = (
    "Müller", "Björn", "Ünal", "Gonçalves", "São", "Guérin", "Ébène", "Köln", "Zürich", "Jønsson", "Señor", "Málaga",
    "André", "Piët", "Överby", "Ruß", "café", "MÜLLER", "Árpád", "Érik", "Mörike", "naïve", "François", "Øye",
)  # fmt: skip
_GAME = (
    '[Event "Чемпионат Москвы"]\n[White "Щеголев"]\n[Black "Куперман"]\n[GameType "25"]\n\n1. c3-d4 {ничья} d6-c5 1-1\n'
)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_single_name_tells_its_encoding(encoding: str) -> None:
    for name in _WESTERN if encoding == "cp1252" else _RUSSIAN:
        assert most_likely([name.encode(encoding)]) == encoding, name


@pytest.mark.parametrize(
    "encoding", ["cp1251", "cp866", "koi8-r", "iso8859-5", "utf-16-le", "utf-16-be", "utf-16", "utf-8"]
)
def test_russian_games_keep_their_letters(encoding: str) -> None:
    (record,) = loads(_GAME.encode(encoding))
    assert [tag.value for tag in record.tags[:3]] == ["Чемпионат Москвы", "Щеголев", "Куперман"]
    assert record.moves[0].comments == ("ничья",)
    notes = [note for note in record.deviations if note.kind is DeviationKind.ENCODING]
    assert bool(notes) == (encoding not in ("utf-8", "utf-16"))
    assert all(encoding in note.message.lower() for note in notes)


def test_signs_of_western_word_processors() -> None:
    (record,) = loads(b"1. 11-15 {White\x92s move \x96 \x93good\x94} 22\x9618 *\n")
    assert record.moves[0].comments == ("White\u2019s move \u2013 \u201cgood\u201d",)
    assert record.moves[1].text == "22-18"


def test_one_encoding_for_a_whole_file() -> None:
    games = "".join(f'[White "{name}"]\n1. 11-15 *\n\n' for name in ("Щеголев", "Цой", "Ян", "Ы")).encode("koi8-r")
    assert [record.tag("White") for record in loads(games)] == ["Щеголев", "Цой", "Ян", "Ы"]


def test_what_the_caller_says_counts() -> None:
    (record,) = loads(_GAME.encode("cp866"), encoding="cp1251")
    assert record.tag("White") == "Щеголев".encode("cp866").decode("cp1251", errors="replace")


def _zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.md", "no games")
        archive.writestr("one.pdn", content)
        archive.writestr("two.PDN", content)
    return file.getvalue()


_WAYS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zip": _zipped,
}


@pytest.mark.parametrize("way", _WAYS)
def test_compressed_files_are_read(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = _GAME.encode("cp1251") * 500
    count = 1000 if way == "zip" else 500
    data = _WAYS[way](content)
    path = tmp_path / f"games.pdn.{way}"
    path.write_bytes(data)
    assert sum(record.tag("White") == "Щеголев" for record in read(path)) == count
    assert sum(report.ok for report in validate(io.BytesIO(data))) == count

    class Stream:
        def __init__(self) -> None:
            self._inner = io.BytesIO(data)

        def read(self, size: int, /) -> bytes:
            return self._inner.read(size)

    assert len(list(read(Stream()))) == count
    assert main(["validate", str(tmp_path)]) == 0
    assert f"{count} games: {count} ok" in capsys.readouterr().out


def test_a_compressed_file_may_have_several_parts() -> None:
    assert len(loads(gzip.compress(_GAME.encode()) + gzip.compress(_GAME.encode()))) == 2


@pytest.mark.parametrize("way", ["gz", "bz2", "xz", "zip"])
def test_a_damaged_or_cut_file_is_an_error(way: str) -> None:
    data = _WAYS[way](_GAME.encode() * 3000)
    for wrong in (data[: len(data) // 2], data[:20], data[:10] + b"\xff" * 200 + data[210:]):
        with pytest.raises(PdnError, match="data cannot be read"):
            list(validate(io.BytesIO(wrong)))


def test_a_small_file_that_would_fill_the_memory_is_refused() -> None:
    packer = zlib.compressobj(9, wbits=31)
    block = b" " * (1 << 20)
    bomb = b"".join(packer.compress(block) for _ in range(40)) + packer.flush()
    with pytest.raises(PdnError, match="200-fold"):
        list(read(io.BytesIO(bomb)))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pdn", b" " * (40 << 20))
    with pytest.raises(PdnError, match="200-fold"):
        list(read(io.BytesIO(file.getvalue())))


def test_a_text_is_never_taken_for_the_name_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. 11-15 *\n")
    (report,) = validate(str(path))
    assert [fault.kind for fault in report.faults] == [FaultKind.NOT_A_GAME]
    assert "pathlib.Path" in report.faults[0].reason
    (report,) = validate(path)
    assert (report.ok, report.plies) == (True, 1)
