"""A picture of the perft figures: leaves a second in every variant, beside native code.

    python benchmarks/perft.py && python benchmarks/plot.py
    python benchmarks/plot.py --json other.json picture.png

Needs matplotlib (the extra `plot`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
IN_NATIVE_CODE = "the same in C++"
OURS, NATIVE, FAINT, TEXT = "#1f6f8b", "#b9bec4", "#e6e8ea", "#2b2f33"


def rows(figures: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """What is shown from top to bottom: each variant from the start, the fastest first, and what native code does."""
    ours = [figure for figure in figures if "," not in figure["name"]]
    native = {figure["name"].partition(",")[0]: figure for figure in figures if figure["name"].endswith(", native")}
    shown = []
    for figure in sorted(ours, key=rate, reverse=True):
        variant, depth = figure["name"].rsplit(" ", 1)
        shown.append((f"{variant.capitalize()} ({depth} plies)", figure))
        if figure["name"] in native:
            shown.append((IN_NATIVE_CODE, native[figure["name"]]))
    return shown


def rate(figure: dict[str, Any]) -> float:
    """Millions of leaves a second."""
    return float(figure["work"]) / float(figure["seconds"]) / 1e6


def draw(content: dict[str, Any], pyplot: Any) -> Any:
    """The picture."""
    shown = rows(content["figures"]["start positions"])
    figure, axes = pyplot.subplots(figsize=(7.2, 0.32 * len(shown) + 1.2))
    places = []
    place = 0.0
    for name, measured in shown:
        is_native = name == IN_NATIVE_CODE
        place += 0.7 if is_native else 1.0  # close to the bar above
        places.append(place)
        # The rounds' ratios say how far the rate of this candidate strayed from the reference's.
        middle = rate(measured)
        spread = [
            [middle * (1 - measured["low"] / measured["ratio"])],
            [middle * (measured["high"] / measured["ratio"] - 1)],
        ]
        axes.barh(place, middle, color=NATIVE if is_native else OURS, height=0.44 if is_native else 0.7)
        axes.errorbar(middle, place, xerr=spread, color=TEXT, linewidth=0.9, capsize=2.2)
        end = middle + spread[1][0]
        axes.annotate(
            f"{middle:.0f}", (end, place), (5, 0), textcoords="offset points", va="center", color=TEXT, size=9
        )
    axes.set_yticks(places, [name for name, _ in shown], color=TEXT, size=9)
    axes.invert_yaxis()
    axes.set_xlabel("million leaves a second, one thread, bulk-counted, no table", color=TEXT, size=9)
    axes.tick_params(length=0, labelsize=9, labelcolor=TEXT)
    axes.grid(axis="x", color=FAINT)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.margins(x=0.1, y=0.01)
    axes.set_xlim(left=0)
    machine = content["machine"]
    note = f"{machine['processor']}, Python {machine['python']}, numba {machine['numba']}; lines span the rounds"
    figure.text(0.99, 0.005, note, ha="right", va="bottom", color="#7a8087", size=7)
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    return figure


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("picture", type=Path, nargs="*", help="where to: .svg or .png (default: results/perft.svg)")
    arguments.add_argument("--json", type=Path, default=HERE / "results" / "perft.json", help="the figures")
    options = arguments.parse_args()
    if not options.json.exists():
        sys.exit(f"there is no {options.json}: run benchmarks/perft.py first")
    try:
        importlib.import_module("matplotlib").use("Agg")
    except ImportError:
        sys.exit("pictures need an optional package; install it with: pip install 'bitdraughts[plot]'")
    pyplot = importlib.import_module("matplotlib.pyplot")
    pyplot.rcParams["svg.fonttype"] = "none"
    pyplot.rcParams["svg.hashsalt"] = "bitdraughts"  # the same figures give the same file
    figure = draw(json.loads(options.json.read_text()), pyplot)
    for picture in options.picture or [HERE / "results" / "perft.svg"]:
        picture.parent.mkdir(parents=True, exist_ok=True)
        metadata = {"Date": None} if picture.suffix == ".svg" else None
        figure.savefig(picture, dpi=160, metadata=metadata, facecolor="white")
        print(f"written to {picture}")


if __name__ == "__main__":
    main()
