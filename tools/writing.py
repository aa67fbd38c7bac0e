"""Writes a file as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

NEW_FILE = 0o644


def write_whole(path: Path, text: str) -> None:
    """A link stays a link, permissions stay; a file that cannot be finished leaves the old one."""
    path = path.resolve()
    mode = path.stat().st_mode & 0o7777 if path.exists() else NEW_FILE
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        draft.chmod(mode)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
