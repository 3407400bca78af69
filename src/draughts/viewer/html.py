"""What all pages share: the head, the policy that lets nothing foreign run or load, and texts made safe."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from draughts.svg.words import xml_text

__all__ = ["document", "isolated", "link"]


def document(title: str, body: Iterable[str], data: object = None) -> Iterator[str]:
    """A whole page.

    Parameters
    ----------
    title : str
        The title, as plain text.
    body : iterable of str
        What is in ``main``, as HTML.
    data : object, optional
        Data for the script of games, such as JSON can hold. Without them there is no script.
    """
    style, script = _asset("viewer.css"), _asset("viewer.js")
    allowed = "" if data is None else f"script-src '{_hash(script)}'; "
    policy = (
        f"default-src 'none'; {allowed}style-src '{_hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
    yield f"<title>{xml_text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
    yield from body
    yield "</main>\n"
    if data is not None:
        yield f'<script type="application/json" id="game">{_json(data)}</script>\n<script>{script}</script>\n'
    yield "</body>\n</html>\n"


def isolated(content: str) -> str:
    """A text of a game; it cannot change the direction of what is around it."""
    return f"<bdi>{xml_text(content)}</bdi>"


def link(address: str, content: str) -> str:
    """A link to another page of ours; the content is HTML."""
    return f'<a href="{xml_text(address)}">{content}</a>'


@cache
def _asset(name: str) -> str:
    return (files("draughts.viewer") / name).read_text("utf-8")


def _hash(content: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def _json(data: object) -> str:
    """JSON that cannot end the element that it is in."""
    written = json.dumps(data, separators=(",", ":"))
    return written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
