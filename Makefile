# Each target sets up what it needs (scripts/setup.sh) and then does its job.
#   PYTHON=python3.12   the Python to build .venv with
#   ARGS="…"            more arguments for the program behind a target
#   GAME=omaha          the game whose rules `make mutants` breaks
#   FAST=1              let `make wheel` compile the rules

SHELL := /bin/sh
BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
ARGS ?=
GAME ?= omaha
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help play test check format bench gallery docs studies soak mutants playthroughs setup train browser fast pure wheel clean

help: ## list the targets
	@echo "make TARGET [ARGS=\"…\"] [PYTHON=python3.x]"
	@echo
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  \1	\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

play: ## play a game (ARGS="omaha --seed 7")
	@sh scripts/setup.sh play
	@$(BIN)/beachhead play $(ARGS)

test: browser ## run the tests (ARGS="-k name")
	@$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

check: ## check types, lint, format, generated documents and the page's script
	@sh scripts/setup.sh node
	$(BIN)/mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python scripts/rulings_doc.py --check
	$(BIN)/python scripts/page_types.py --check
	sh scripts/check_js.sh

format: setup ## format the code and write the generated documents
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/python scripts/rulings_doc.py
	$(BIN)/python scripts/page_types.py
	sh scripts/check_js.sh --fix

bench: browser ## measure speed, as ratios in one run (ARGS="--json")
	@$(BIN)/python scripts/bench.py $(ARGS)
	@$(BIN)/python scripts/bench_env.py
	@$(BIN)/python scripts/bench_page.py
	@$(BIN)/python scripts/bench_page.py --scenario beyond-the-beach

gallery: browser ## retake the screenshots of the page
	@$(BIN)/python scripts/gallery.py $(ARGS)

docs: setup ## build the documentation site in build/docs
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going docs build/docs $(ARGS)
	@echo "build/docs/index.html"

studies: browser ## play the ready studies again and write their reports to docs/studies
	@$(BIN)/python scripts/ready_studies.py $(ARGS)

soak: train ## play thousands of random games, fuzz and kill servers, and run the long tests (ARGS="--games 500")
	@$(PIP) install --editable ".[cluster]"
	@$(BIN)/python scripts/soak.py $(ARGS)
	@$(BIN)/python scripts/study_speed.py --minutes 10
	@$(BIN)/python scripts/fuzz.py
	@$(BIN)/python scripts/kills.py
	@$(BIN)/python -m pytest -n 2 --dist worksteal --soak -m soak
	@HYPOTHESIS_PROFILE=fresh $(BIN)/python -m pytest -n 2 tests/kernel/test_areas.py \
		tests/kernel/test_chance.py tests/kernel/test_plain.py tests/kernel/test_grid.py

mutants: setup ## break a game's rules at random and see whether a test notices (GAME=storm ARGS="--seed 2")
	@$(BIN)/python scripts/mutants.py --game $(GAME) $(ARGS)

playthroughs: setup ## write the complete games in tests/playthroughs anew, on purpose
	@$(BIN)/python scripts/playthroughs.py

setup: ## make .venv with all that is needed, if it is not there
	@sh scripts/setup.sh

train: ## the same, and what trains networks (several gigabytes)
	@sh scripts/setup.sh train

browser: ## the same, and a browser for its tests
	@sh scripts/setup.sh browser

fast: ## compile the kernel and the rules and play with that (needs a C compiler)
	@$(MAKE) --no-print-directory wheel FAST=1
	@$(PIP) install --no-deps --force-reinstall --no-index --find-links dist beachhead
	@touch .venv/.fast
	@$(BIN)/beachhead --version

pure: ## play with pure Python again
	@rm -f .venv/.ready
	@sh scripts/setup.sh
	@$(BIN)/beachhead --version

wheel: setup ## build a wheel in dist (FAST=1: compiled, for this Python and this kind of machine)
	@rm -f dist/beachhead-*.whl
	@$(if $(FAST),HATCH_BUILD_HOOKS_ENABLE=1) $(PIP) wheel --no-deps --wheel-dir dist .

clean: ## remove .venv and everything that was made here
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist soak-failures
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
