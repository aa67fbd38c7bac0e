"""What many tests need: the base rules, read once."""

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.load import Rules


@pytest.fixture(scope="session")
def base() -> Rules:
    return load_ruleset("base")
