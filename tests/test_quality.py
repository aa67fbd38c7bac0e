"""Lint, format and types, as tests: `make test` runs nothing else.

mypy checks the packages under their installed names. It cannot follow the import hook of an
editable install, and a check of a plain install would see yesterday's sources. So the folders are
laid out below `build/typed` as they are installed, by links; pyproject.toml points mypy there,
which makes `python -m mypy -p hexwright` work by hand too, after this test has run once.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TYPED = ROOT / "build" / "typed" / "hexwright"


def passes(*command: str) -> None:
    """Runs a tool and fails with all it has to say."""
    run = [sys.executable, "-m", *command]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


def lay_out_as_installed() -> None:
    TYPED.mkdir(parents=True, exist_ok=True)
    for folder in ("dsl", "interpreter", "rulesets", "tools"):
        link = TYPED / folder
        if not link.is_symlink():
            link.symlink_to(Path("..", "..", "..", folder), target_is_directory=True)


def test_lint() -> None:
    passes("ruff", "check", "--output-format", "concise", ".")


def test_format() -> None:
    passes("ruff", "format", "--check", ".")


def test_types() -> None:
    lay_out_as_installed()
    passes("mypy", "--strict", "-p", "hexwright")
