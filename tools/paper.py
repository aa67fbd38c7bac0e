"""Turns SVG and typst source into files with the compiler that the `typst` package carries.

Only the fonts of the package are used, so that a page looks the same on every machine, and the
source is compiled in memory: it can read no file.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Literal

Form = Literal["pdf", "png", "svg"]

SHARPNESS = 144.0
"""dots per inch of a PNG"""


def png_of_svg(svg: str) -> bytes:
    """One picture as PNG, cut to its size."""
    source = (
        "#set page(width: auto, height: auto, margin: 6pt)\n"
        f'#image(bytes({typst_string(svg)}), format: "svg")\n'
    )
    pages = compiled(source, "png")
    return pages[0]


def typst_string(text: str) -> str:
    """Any text as a string of typst's language: no character of it can end the string."""
    return '"' + "".join(_in_string(c) for c in text) + '"'


def _in_string(character: str) -> str:
    if character in ('"', "\\"):
        return "\\" + character
    if character == "\n" or character >= " ":
        return character
    return " "


def compiled(source: str, form: Form, sharpness: float = SHARPNESS) -> list[bytes]:
    """The pages of a document; a PDF is one."""
    import typst

    with tempfile.TemporaryDirectory() as empty:
        compile_: Any = typst.compile  # its types mix up source text and folder
        made = compile_(
            source.encode("utf-8"),
            root=str(Path(empty)),
            format=form,
            ppi=sharpness if form == "png" else None,
            ignore_system_fonts=True,
        )
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made or b"")]
