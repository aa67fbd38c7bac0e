"""The compiled engine: a program lowered to Python source over one flat list of integers.

`analysis` finds out what each part reads, writes and whether it can stop for an answer; `layout`
gives every slot its place in the state; `expressions`, `vectors`, `heads` and `bodies` write the
source; `engine` runs it. The meaning is that of the reference evaluator; a test compares
the two.
"""

from .engine import CompiledEngine, NotCompilable

__all__ = ["CompiledEngine", "NotCompilable"]
