"""How a variant takes hold of a thing: the lines that change, extend or remove it.

`…` stands for what the author writes. The lines follow the forms of the language; a test lets the
parser read each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.dsl import program as ir
from hexwright.tools.entries import Entry


def handles(entry: Entry) -> Iterator[str]:
    """The lines for one entry, the most usual first."""
    name, of = entry.name, entry.of
    block = entry.definition
    match entry.sort:
        case "option":
            yield f"change {name} to …"
        case "part" | "but":
            yield f"change {entry.sort} {name} of {of} to …"
            yield f"remove {entry.sort} {name} of {of}"
        case "requirement":
            yield f"change requirement {name} of {of} to …"
            yield f'change text of requirement {name} of {of} to "…"'
            yield f"remove requirement {name} of {of}"
        case "member":
            for column, _ in block.columns:
                yield f"change {name}.{column} to …"
        case "piece":
            if block.cost is not None:
                yield f"change {name}.cost to …"
            yield f"change {name}.supply to …"
            yield f"remove piece {name}"
        case "value" if block.parts:
            word = "but" if block.form == "usually" else "part"
            tail = " when …" if word == "but" else ""
            yield f"add {word} … to {name}: …{tail}"
        case "value":
            yield f"change {name} to …"
        case "award":
            yield f"change measure of {name} to …"
            yield f"change at least of {name} to …"
            yield f"remove award {name}"
        case "action":
            yield from _action(name, block)
        case "card":
            yield f"change {name}.copies to …"
            yield f"remove card {name}"
        case "kind" if block.sort != "member":
            yield f"add … to {name}"
        case "rule" | "steps" | "phase" | "section":
            yield f"remove {entry.sort} {name}"
        case "scenario":
            yield f'remove scenario "{name}"'


def _action(name: str, block: ir.ActionDef) -> Iterator[str]:
    yield f'add requirement … to {name}: … else "…"'
    if block.limit is not None:
        yield f"change limit of {name} to …"
    for line in block.head:
        if isinstance(line, ir.Choose):
            yield f"change choose {line.local.name} of {name} to …"
    yield f"remove action {name}"
