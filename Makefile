# Needs python3 (3.11 or newer) and make; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEER ?= .venv-peer/bin/python
PYTEST_ARGS ?= -n auto --dist worksteal

.PHONY: demo test bench clean

# A whole game of four random players, move by move.
demo: $(VENV)/.installed
	$(BIN)/hexwright play base --players 4 --bots random --seed 7 --log

# Lint, format, types and layout are tests too: tests/test_quality.py, tests/test_structure.py.
test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# Side by side with the peer, which gets an environment of its own.
bench: $(VENV)/.installed $(PEER)
	$(BIN)/python benchmarks/compare.py --peer $(PEER)

clean:
	rm -rf $(VENV) .venv-peer build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Editable, so that the commands and the tests always see the sources; installed again only
# when pyproject.toml changes.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@ $(VENV)/.installed

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

.venv-peer/bin/python:
	$(PYTHON) -m venv .venv-peer
	$@ -m pip install --quiet --disable-pip-version-check catanatron==3.2.1
