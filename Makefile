# Everything runs in .venv, which these targets make and keep up to date. Needs Python 3.11 or newer, and make.

PYTHON ?= python3
BIN := .venv/bin
UV ?= uv
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help play terminal web test test-python test-interpreted test-web e2e quick pins check format bench bench-server
.PHONY: bench-gpu bench-web puzzles-verify reasons-verify docs simulate wheel release test-matrix coverage lock clean

help: ## Show what can be made.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 26

play: web ## Play in the browser: start a server on this machine and open its page.
	@$(BIN)/floe serve --open --log-level warning

terminal: .venv/.play ## Play in the terminal.
	@$(BIN)/floe play

web: .venv/.play ## Build the web app, if it has changed.
	@$(BIN)/python tools/web.py build

test: .venv/.dev docs ## Run every test: the web app alone, then in a browser while the rule suite runs interpreted, then all compiled.
	@$(MAKE) --no-print-directory test-web
	@mkdir -p build
	@# Tests in a browser leave a core idle half of the time. What runs beside them tells how it went at the end.
	@nice -n 8 $(MAKE) --no-print-directory test-python > build/test-python.log 2>&1 & python=$$!; \
	trap 'kill $$python' INT TERM; \
	$(MAKE) --no-print-directory e2e; browser=$$?; \
	wait $$python; python=$$?; cat build/test-python.log; test $$browser -eq 0 -a $$python -eq 0

test-python: .venv/.dev ## Run the rule suite interpreted, then every test of Python.
	@$(MAKE) --no-print-directory test-interpreted
	$(BIN)/python -m pytest -n auto --dist worksteal

quick: .venv/.dev ## What a change of a rule needs, in less than a minute; GAME=icecult looks at that game alone.
	$(BIN)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile=few -k "not greedy and not types" \
	    tests/games/$(GAME) tests/conformance tests/test_pins.py tests/test_recorded_games.py tests/test_docs.py tests/test_readme.py

pins: .venv/.dev ## Write anew all that is pinned: perft numbers, games on record, playthroughs, what pages quote.
	$(BIN)/python tools/pins.py

puzzles-verify: .venv/.dev ## Prove every shipped puzzle again, on all cores; some minutes.
	$(BIN)/floe puzzles verify icecult
	$(BIN)/floe puzzles verify igluiglu

reasons-verify: .venv/.dev ## Hold 1,000 explanations of each game against the truth, on all cores; some minutes.
	$(BIN)/python -m tests.reasons.verify

test-web: .venv/.dev ## Build the web app and run its own tests.
	@$(BIN)/python tools/web.py build
	$(BIN)/python tools/web.py npm test

test-interpreted: .venv/.dev ## Run the rule suite with the kernels as plain Python.
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n auto --dist worksteal tests/games examples/connectfour/tests

e2e: .venv/.dev src/floe/server/docs/index.html ## Play the web app in a real Chromium, if there is one.
	@$(BIN)/python tools/web.py build
	$(BIN)/python tools/web.py npm run e2e

simulate: .venv/.dev ## Run the server on a virtual clock, network and disk; SECONDS=300 of fresh seeds, or SEED=123 again.
	$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED),--seconds $(or $(SECONDS),300))

check: .venv/.dev ## Formatting, lint, strict types, import layers.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/web.py npm run check

format: .venv/.dev ## Format the code and mend what the linter can mend.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.peers ## Measure speed beside its peers and print the table.
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/searching.py

bench-server: .venv/.dev ## Measure the server beside its peer (npm's boardgame.io) and print the table.
	$(BIN)/python benchmarks/server/run.py

bench-gpu: .venv/.dev ## Measure batches on an NVIDIA GPU (needs CuPy).
	$(BIN)/python benchmarks/gpu.py

bench-web: .venv/.dev ## Measure the web app in a real Chromium: sizes, boards, and compiled kernels beside native.
	@$(BIN)/python tools/web.py build
	$(BIN)/python tools/web.py npm run bench

docs: .venv/.dev ## Build the documentation as a site, in four languages: a server has it under /docs.
	@$(BIN)/python tools/docs.py

src/floe/server/docs/index.html: | .venv/.dev # once: whoever changes the documentation says make docs
	@$(BIN)/python tools/docs.py

wheel: .venv/.dev docs ## Build wheel and sdist into dist/, with web app, documentation and kernels for the usual machines.
	@$(BIN)/python tools/web.py build
	@$(BIN)/python tools/kernels.py native
	$(BIN)/python -m hatchling build --target sdist --target wheel

release: .venv/.dev ## Check, build twice, compare and tag a version: make release VERSION=x.y.z
	@$(BIN)/python tools/release.py $(if $(VERSION),$(VERSION),$(error make release VERSION=x.y.z))

PYTHONS ?= 3.11 3.12 3.13 3.14
TESTS ?= tests src/floe/testing examples/connectfour/tests
test-matrix: ## Run the tests on every Python that Floe is for (needs uv); PYTHONS="3.12" and TESTS=tests/games choose.
	@for python in $(PYTHONS); do $(PYTHON) tools/matrix.py $$python $(UV) $(TESTS) || exit 1; done

coverage: .venv/.dev ## Measure which branches the tests take, and name what is left; ONLY=tests/core for some of Python.
	@$(BIN)/python tools/measure_coverage.py $(ONLY)

COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
EXTRAS := --extra server --extra arena --extra dataset --extra envs --extra onnx --extra testing

lock: ## Choose the newest versions of all that the project uses (needs uv); UPGRADE=--upgrade-package=NAME for one.
	$(COMPILE) $(UPGRADE) --extra server --output-file requirements/server.lock pyproject.toml
	$(COMPILE) $(UPGRADE) $(EXTRAS) --group dev --output-file requirements/dev.lock pyproject.toml
	$(COMPILE) $(UPGRADE) --group peers --constraints requirements/dev.lock --output-file requirements/peers.lock
	$(COMPILE) $(UPGRADE) --group node --output-file requirements/node.lock

clean: ## Remove what was made here.
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules web/dist src/floe/server/web src/floe/server/docs src/floe/precompiled

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Floe needs Python 3.11 or newer; make PYTHON=... names one")'
	@echo "Making .venv ..."
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/.play: .venv/.made requirements/server.lock pyproject.toml
	@echo "Installing what playing needs ..."
	@$(PIP) --require-hashes -r requirements/server.lock
	@$(PIP) --no-deps --editable .
	@touch $@

.venv/.dev: .venv/.made requirements/dev.lock pyproject.toml examples/connectfour/pyproject.toml
	@echo "Installing what developing needs ..."
	@$(PIP) --require-hashes -r requirements/dev.lock
	@$(PIP) --no-deps --no-build-isolation --editable . --editable examples/connectfour
	@touch $@

.venv/.peers: .venv/.dev requirements/peers.lock
	@echo "Installing the peers to measure against ..."
	@$(PIP) --require-hashes -r requirements/peers.lock
	@touch $@
