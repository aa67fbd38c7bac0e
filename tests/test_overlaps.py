"""Sets that are to hold at once, as source: fewer operations, the same things."""

from hexwright.interpreter.compiled.overlaps import overlap
from hypothesis import given
from hypothesis import strategies as st

EVERYTHING = (1 << 8) - 1

words = st.sampled_from(["S[1]", "S[2 + x]", "near(S, 3)", "0", str(EVERYTHING)])


def pairs(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} & {})".format, inner, inner),
        st.builds("({} | {})".format, inner, inner),
        inner.map(lambda text: f"({EVERYTHING} & ~{text})"),
        inner.map(lambda text: f"({text} if S[1] else 0)"),
        inner.map(lambda text: f"({EVERYTHING} if x and {text} else 0)"),
        inner.map(lambda text: f"((-1 if x else 0) | ~{text})"),
    )


masks = st.recursive(words, pairs, max_leaves=6)


def worked_out(text: str, one: int, two: int, near: int) -> int:
    names = {"S": {1: one, 2: two, 3: two}, "x": 1, "near": lambda state, item: near}
    found: int = eval(text, {}, names)
    return found


numbers = st.integers(0, EVERYTHING)


@given(st.lists(masks, min_size=1, max_size=4), numbers, numbers, numbers)
def test_the_same_things(parts: list[str], one: int, two: int, near: int) -> None:
    plain = " & ".join([str(EVERYTHING), *parts])
    joined = overlap([str(EVERYTHING), *parts], str(EVERYTHING))
    assert worked_out(joined, one, two, near) == worked_out(plain, one, two, near)


def test_what_is_left_out_is_left_out_together() -> None:
    every = str(EVERYTHING)
    parts = [f"({every} & ~S[1])", "S[2]", f"(S[3] & ({every} & ~(S[4] | S[5])))"]
    assert overlap(parts, every) == "S[2] & S[3] & ~(S[1] | (S[4] | S[5]))"
    assert overlap([f"({every} & ~S[1])"], every) == f"{every} & ~S[1]"
    assert overlap(["S[1]", "0"], every) == "0"


def test_nothing_goes_on_without_end() -> None:
    every = str(EVERYTHING)
    assert overlap([every, "((-1 if x else 0) | ~S[1])"], every).startswith(every)
