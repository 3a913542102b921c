# `make run` and `make test` need Python 3.11 and make; they set up everything else.

# Tests start a hundred processes, servers among them: whatever the machine says, none compiles anew what one has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test thorough mutants lint types made unit e2e messages lock bench clean

RUN := .venv/.run
DEV := .venv/.dev
# One process more than there are processors, as tests wait for browsers and servers half of the time; with two more than
# there are, each of which keeps the whole app on a phone of its own, it took longer.
PYTEST := .venv/bin/pytest -n $(shell expr $$(nproc) + 1) --no-loadscope-reorder

help:
	@echo "make run       set up and serve the app on http://127.0.0.1:8000"
	@echo "make test      set up and run all checks, the browser included"
	@echo "make thorough  everything that takes longer: run it when the engine changed"
	@echo "make lint      linter and formatter      make types     type checker"
	@echo "make unit      tests without a browser   make e2e       tests in a browser"
	@echo "make mutants   whether small mistakes are noticed"
	@echo "make messages  bring the messages of the pages up to date in every language"
	@echo "make lock      renew the lock files      make bench     measure"

# `make run HOST=0.0.0.0` lets the phones on this network in.
HOST := 127.0.0.1
run: $(RUN)
	@.venv/bin/companion serve --host $(HOST)

# What takes one processor goes beside each other, what the tests load among it; then the tests share all processors.
test: $(DEV)
	scripts/ensure-browser
	@$(MAKE) --no-print-directory --jobs=3 --output-sync lint types made
	$(PYTEST)

lint: $(DEV)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	[ ! -x .venv/bin/biome ] || .venv/bin/biome lint --error-on-warnings

types: $(DEV)
	.venv/bin/mypy

made: $(DEV)
	.venv/bin/companion make

unit: $(DEV)
	$(PYTEST) --ignore tests/e2e

e2e: $(DEV)
	scripts/ensure-browser
	$(PYTEST) tests/e2e

# Long property runs, thousands of hostile requests, kill -9 again and again, a real nginx, an empty environment, the engines
# of Safari and Firefox: up to 45 minutes.
thorough: $(DEV)
	scripts/ensure-browser
	scripts/ensure-proxy
	scripts/ensure-machine
	scripts/ensure-engines
	$(PYTEST) -m "" --hypothesis-profile=thorough

# Some forty small mistakes, put into the engine and the sheets one by one: each must be noticed by a test.
mutants: $(DEV)
	.venv/bin/python scripts/mutants.py

messages: $(DEV)
	.venv/bin/python scripts/messages.py

bench: $(DEV)
	scripts/ensure-proxy
	.venv/bin/python -m bench

# Everything that a run or a test installs, with hashes.
lock: $(DEV)
	.venv/bin/uv pip compile --group setup --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/setup.txt
	.venv/bin/uv pip compile pyproject.toml --group build --extra postgres --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/run.txt
	.venv/bin/uv pip compile pyproject.toml --group dev --extra postgres --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/dev.txt

$(RUN): requirements/setup.txt requirements/run.txt pyproject.toml
	@scripts/setup run --first
	@touch $@

$(DEV): requirements/setup.txt requirements/dev.txt pyproject.toml
	@scripts/setup dev
	@touch $@ $(RUN)

clean:
	rm -rf .venv companion/__made__ .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results dist
