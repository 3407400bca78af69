"""Configuration of the documentation: ``sphinx-build -W -b html docs docs/_build/html``."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

import draughts  # noqa: E402

project = "draughts"
author = "The draughts developers"
copyright = f"2026, {author}"
version = release = draughts.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "board",
    "generate",
]
exclude_patterns = ["_build"]
default_role = "named"
add_module_names = False
python_maximum_signature_line_length = 100
python_use_unqualified_type_names = True

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
autodoc_type_aliases = {"Style": "Style", "PathOrFile": "PathOrFile"}
napoleon_google_docstring = False
napoleon_use_ivar = False
napoleon_use_rtype = False

doctest_test_doctest_blocks = "default"
doctest_default_flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
suppress_warnings = ["ref.python"]  # a word such as "text" in a type that is also the name of an attribute

html_theme = "furo"
html_title = f"draughts {release}"
html_static_path = ["_static"]
html_css_files = ["boards.css"]
html_copy_source = False
html_show_sphinx = False
