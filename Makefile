# `make run` starts the service, `make test` runs every check; both install what they need into .venv first.
# Works with GNU make 3.81 (macOS) and without anything but Python 3.11 or newer.

PORT = 8000
DATA = ./data
PYTHON =
PYTEST =
MUTANTS =

PY = .venv/bin/python
PIP = $(PY) -m pip --disable-pip-version-check --no-input --quiet
UV = .venv/bin/uv --quiet --no-progress
REDOCLY = .venv/redocly/node_modules/@redocly/cli/bin/cli.js
REDOCLY_VERSION = 2.77.0
WEBHOOKS = .venv/webhooks/node_modules/standardwebhooks/package.json
WEBHOOKS_VERSION = 1.1.1
AXE = .venv/axe/node_modules/axe-core/axe.min.js
AXE_VERSION = 4.14.1
BROWSERS = .venv/browsers/node_modules/.package-lock.json
BROWSERS_WANTED = @mdn/browser-compat-data@8.1.9 acorn@8.19.0 css-tree@3.2.1
ROLLUP = .venv/rollup/node_modules/rollup/package.json
ROLLUP_VERSION = 4.68.8
TYPESCRIPT = .venv/typescript/node_modules/.package-lock.json
TYPESCRIPT_WANTED = typescript@7.0.2 @types/node@24.19.4
GENERATORS = .venv/generators/bin/openapi-generator-cli
GENERATORS_WANTED = openapi-python-client==0.29.1 openapi-generator-cli==7.26.0 pydantic==2.14.4 python-dateutil==2.9.0.post0 urllib3==2.7.0
HEY_API = .venv/hey-api/node_modules/.package-lock.json
HEY_API_WANTED = @hey-api/openapi-ts@0.99.0 typescript@5.9.3
SPECTRAL = .venv/spectral/node_modules/.package-lock.json
SPECTRAL_WANTED = @stoplight/spectral-cli@6.16.3
FLUENT = .venv/fluent/node_modules/.package-lock.json
FLUENT_WANTED = @fluent/bundle@0.19.1
DCLINT = .venv/dclint/node_modules/.package-lock.json
DCLINT_WANTED = dclint@3.1.0
FONTS = .venv/fonts/node_modules/.package-lock.json
FONTS_WANTED = @fontsource-variable/figtree@5.3.0 @fontsource/arimo@5.3.0 @fontsource/noto-sans@5.3.0 @fontsource/roboto@5.3.0 dejavu-fonts-ttf@2.37.3

# Whatever environment is active, the one in .venv is used, as it is.
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME PYTHONSTARTUP VIRTUAL_ENV PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
export REDOCLY_TELEMETRY = off
export UV_HTTP_RETRIES = 0

.DEFAULT_GOAL = help
.PHONY: help run test test-all check format lint types imports openapi contract browsers unit clients engines mixed mutants coverage bench fonts fluent verifier install clean moved

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: .venv/ready-to-run ## start the whole service: PORT=8000 DATA=./data
	@exec .venv/bin/rollstream serve --with-parent --port '$(PORT)' --data '$(DATA)'

test: check unit ## every check and every test, in one browser

test-all: export ROLLSTREAM_TESTS = all
test-all: test clients engines ## the same with more examples, and whole games in three browsers and with generated clients

check: .venv/ready-to-test $(REDOCLY) $(BROWSERS) ## what needs no running program
	@$(MAKE) --no-print-directory -j 4 lint types imports contract browsers

format: .venv/ready-to-test ## lay out the code
	@$(PY) -m ruff check --quiet --select I --fix .
	@$(PY) -m ruff format --quiet .

lint: .venv/ready-to-test ## ruff: rules and layout
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check . || { echo 'Run make format.' >&2; exit 1; }

types: .venv/ready-to-test ## mypy --strict
	@$(PY) -m mypy --no-error-summary

imports: .venv/ready-to-test ## who may import whom
	@$(PY) -c 'from importlinter.cli import lint_imports_command as run; run()' --no-cache >.venv/imports.log || { cat .venv/imports.log; exit 1; }

openapi: .venv/ready-to-test ## build openapi.yaml anew from contract/ and the code
	@$(PY) -m contract.build

contract: .venv/ready-to-test $(REDOCLY) ## openapi.yaml: in step with contract/ and the code, no error, no warning
	@$(PY) -m contract.build --check
	@.venv/bin/node $(REDOCLY) lint openapi.yaml >.venv/contract.log 2>&1 && ! grep -Ei '[1-9][0-9]* (warning|error)' .venv/contract.log >&2 \
	  || { cat .venv/contract.log >&2; exit 1; }

browsers: .venv/ready-to-test $(BROWSERS) ## the page uses what the browsers of three years have
	@.venv/bin/node tests/browsers/check.mjs service/web workers/exports/page workers/drawing

unit: .venv/ready-to-test $(WEBHOOKS) $(AXE) $(FONTS) $(FLUENT) $(BROWSERS) $(ROLLUP) $(TYPESCRIPT) $(DCLINT) ## all tests but those of engines: PYTEST='-k name'
	@$(PY) -m pytest -p tests.parallel --processes auto -q --ignore=tests/engines --ignore=tests/generated $(PYTEST)

clients: .venv/ready-to-test $(GENERATORS) $(HEY_API) $(TYPESCRIPT) $(SPECTRAL) ## whole games with clients that are generated from the contract, which spectral finds no fault with
	@$(PY) -m pytest -q tests/generated $(PYTEST)
	@.venv/bin/node .venv/spectral/node_modules/.bin/spectral lint --fail-severity warn --ruleset spectral.yaml openapi.yaml

engines: .venv/ready-to-test ## whole games in Chromium, Firefox and WebKit, which are installed where that may be done
	@$(PY) -m tests.engines.install
	@$(PY) -m pytest -q tests/engines $(PYTEST)

mixed: .venv/ready-to-test ## processes of the release before and of this one play the same tables; needs the history
	@$(PY) -m tests.releases.mixed

mutants: .venv/ready-to-test $(WEBHOOKS) $(AXE) $(FONTS) $(FLUENT) $(BROWSERS) $(ROLLUP) $(TYPESCRIPT) $(DCLINT) ## which small faults the tests find: MUTANTS='--only bots'
	@$(PY) -m tests.mutants.run $(MUTANTS)

coverage: .venv/ready-to-test $(WEBHOOKS) $(AXE) $(FONTS) $(FLUENT) $(BROWSERS) $(ROLLUP) $(TYPESCRIPT) $(DCLINT) ## rules/ and events/ are covered whole
	@$(PY) -m pytest -p tests.parallel --processes auto -q --cov --cov-report=term --ignore=tests/operation --ignore=tests/service/processes --ignore=tests/engines --ignore=tests/generated $(PYTEST)

bench: .venv/ready-to-test ## every benchmark in bench/, one after the other
	@for file in bench/bench_*.py; do $(PY) -m bench.$$(basename $$file .py) || exit 1; done

fonts: .venv/ready-to-test $(FONTS) ## make the page's font anew
	@$(PY) -m tests.fonts.make

verifier: .venv/ready-to-test $(ROLLUP) ## build docs/verify.mjs anew from its parts
	@$(PY) -m tests.verifier.build

fluent: .venv/ready-to-test $(FLUENT) ## make the page's copy of Project Fluent anew
	@$(PY) -m tests.fluent.make

install: .venv/ready-to-test ## only install
	@:

clean: ## remove what the tools left, not the data
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*

# --- the environment ---------------------------------------------------------------------------------------------------------

# A copied or moved tree installs anew: the stamps hold the folder that they were made for.
ifneq ($(shell cat .venv/ready-to-run 2>/dev/null),$(CURDIR))
.venv/ready-to-run .venv/ready-to-test: moved
endif

.venv/ready-to-run: pyproject.toml constraints.txt
	@$(environment)
	@echo 'Installing rollstream into .venv …'
	@$(call installed,.)
	@echo '$(CURDIR)' >$@

.venv/ready-to-test: pyproject.toml constraints.txt
	@$(environment)
	@echo 'Installing rollstream and its test set into .venv …'
	@$(call installed,.[test])
	@$(PY) -m tests.browser
	@$(PY) -m tests.debian
	@echo '$(CURDIR)' >$@
	@echo '$(CURDIR)' >.venv/ready-to-run

$(REDOCLY): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/redocly --silent --no-audit --no-fund '@redocly/cli@$(REDOCLY_VERSION)'
	@touch $@

# Node's library for Standard Webhooks: what we sign is verified with it, too.
$(WEBHOOKS): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/webhooks --silent --no-audit --no-fund 'standardwebhooks@$(WEBHOOKS_VERSION)'
	@touch $@

# Looks through every view of the page for what keeps people out.
$(AXE): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/axe --silent --no-audit --no-fund 'axe-core@$(AXE_VERSION)'
	@touch $@

# What each browser has, as MDN writes it down: the page may use no more.
$(BROWSERS): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/browsers --silent --no-audit --no-fund $(BROWSERS_WANTED)
	@touch $@

# Generators of clients in Python, and what their clients need, apart from what the service needs. The jar of openapi-generator is in its wheel.
$(GENERATORS): Makefile .venv/ready-to-test
	@$(PY) -m venv .venv/generators
	@.venv/generators/bin/python -m pip --disable-pip-version-check --no-input --quiet install $(GENERATORS_WANTED)
	@touch $@

$(HEY_API): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/hey-api --silent --no-audit --no-fund $(HEY_API_WANTED)
	@touch $@

# A second linter of the contract: it takes minutes, so it runs with the clients.
$(SPECTRAL): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/spectral --silent --no-audit --no-fund $(SPECTRAL_WANTED)
	@touch $@

# Makes the second verifier's single file of its parts.
$(ROLLUP): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/rollup --silent --no-audit --no-fund 'rollup@$(ROLLUP_VERSION)'
	@touch $@

# Checks the types of rollstream-follow, and the program of docs/clients.md.
$(TYPESCRIPT): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/typescript --silent --no-audit --no-fund $(TYPESCRIPT_WANTED)
	@touch $@

# The library that formats the texts of games on the page.
$(FLUENT): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/fluent --silent --no-audit --no-fund $(FLUENT_WANTED)
	@touch $@

# Holds compose.yaml against the schema of its format, and against the rules of the trade.
$(DCLINT): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/dclint --silent --no-audit --no-fund $(DCLINT_WANTED)
	@touch $@

# The family of the page's font, and those of other machines: the page has to fit with them, too.
$(FONTS): Makefile .venv/ready-to-test
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm install --prefix .venv/fonts --silent --no-audit --no-fund $(FONTS_WANTED)
	@touch $@

# uv takes a fifth of the time that pip takes. Where it cannot be had, or does not get through, pip does it, which knows this machine's
# own package index.
define installed
{ $(PIP) install --constraint constraints.txt uv && $(UV) pip install --python $(PY) --constraint constraints.txt --editable '$(1)'; } \
  >.venv/uv.log 2>&1 || $(PIP) install --constraint constraints.txt --editable '$(1)'
endef

# Makes .venv with the first Python that is new enough, unless a working one is there.
define environment
if [ "$$(cat .venv/ready-to-run 2>/dev/null)" != '$(CURDIR)' ] || ! $(PY) -m pip --version >/dev/null 2>&1; then \
  for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 none; do \
    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
  done; \
  if [ $$python = none ]; then \
    echo 'rollstream needs Python 3.11 or newer: install one, or name it with make PYTHON=/path/to/python3' >&2; exit 1; \
  fi; \
  if ! $$python -c 'import ensurepip' 2>/dev/null; then \
    package=$$($$python -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
      echo "Installing $$package …"; \
      apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$package >/dev/null || exit 1; \
    else \
      echo "This Python comes without venv. Install $$package (sudo apt-get install $$package), then make again." >&2; exit 1; \
    fi; \
  fi; \
  rm -rf .venv && $$python -m venv .venv || exit 1; \
fi
endef
