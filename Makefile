# One command for each task; `make help` lists them. Each installs its requirements first.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV   := .venv
PYTHON := $(VENV)/bin/python
JOBS   ?= $(shell nproc)
INSTALL := tools/requirements/install

WORKERS ?= $(shell nproc)
EVENTS  ?= 2000
SEED    ?= 1
SECONDS ?= 20
MUTANTS ?= 2000
KILLS   ?= 100
ONE_IN  ?= 1
WHEEL_PYTHON ?= $(PYTHON)

# Clones of this repository share a compiler cache if there is one, except for sources with precompiled headers. It looks
# at the text of headers, not at what the preprocessor leaves of it: a precompiled header that differs from the header by
# a comment alone is another file for #pragma once.
export CCACHE_DEPEND      := 1
export CCACHE_BASEDIR     := $(CURDIR)
export CCACHE_NOHASHDIR   := 1
export CCACHE_SLOPPINESS  := pch_defines,time_macros,include_file_mtime,include_file_ctime

RELEASE := build/release
CONFIGURE_RELEASE := cmake --preset release -DRAMET_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(PYTHON)
# The package in the source tree, with the extension of the release build.
IN_PLACE := PYTHONPATH=$(CURDIR)/python PATH=$(CURDIR)/$(RELEASE)/cli:$(CURDIR)/$(VENV)/bin:$$PATH
# The tests of a file run in one process, because they share fixtures. A process that crashes is not replaced: with
# this distribution, the rest of its tests would be waited for without end.
SIDE_BY_SIDE := --numprocesses $(JOBS) --dist loadfile --max-worker-restart 0
# Tests with the sanitizers of the target's name: all, or a sample of test files that differs for each commit.
SANITIZED = cmake --preset $@ -DRAMET_TESTS_ONE_IN=$(ONE_IN) -DRAMET_TESTS_SEED=$$(git rev-parse HEAD) --log-level=WARNING \
  && cmake --build --preset $@ --parallel $(JOBS) && ctest --preset $@

.PHONY: help
help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

# --- the work --------------------------------------------------------------------------------------------------------

.PHONY: setup build demo test
setup: ## Install all requirements (Debian packages as root, .venv)
	@for part in build demo test lint; do $(INSTALL) $$part; done

build: ## The library, the program and the Python package, optimised
	@$(INSTALL) build
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS)

demo: ## Generate events into one file from many threads, verify, report, analyse (WORKERS= EVENTS= SEED=)
	@$(INSTALL) demo
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target ramet_program _core
	@$(IN_PLACE) $(PYTHON) examples/demo/demo.py --workers $(WORKERS) --events $(EVENTS) --seed $(SEED) --output demo

test: ## The C++ and Python tests
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=ON --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS)
	ctest --preset release --parallel $(JOBS)
	$(IN_PLACE) $(PYTHON) -m pytest $(SIDE_BY_SIDE)

# --- the house -------------------------------------------------------------------------------------------------------

.PHONY: lint checks headers asan tsan fuzz badinput kill interop engines-test browser remote-test install-test wheel-test wheel bench harness corpus analyses docs format clean
lint: ## Format, ruff, mypy, truth values of objects with a length, clang-tidy (ONE_IN=)
	@$(INSTALL) lint
	$(PYTHON) tools/format --check
	$(PYTHON) -m ruff check
	$(PYTHON) -m mypy
	PYTHONPATH=tools $(PYTHON) tools/lint/check_truth.py
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) -B build/lint -DRAMET_UNITY=OFF --log-level=WARNING
	$(PYTHON) tools/lint/tidy.py build/lint --one-in $(ONE_IN)

checks: ## Layers, words, sizes, statics and writable symbols, tests in the build, repository, code, numbers and modules on pages
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target ramet
	@status=0; for check in layers words sizes tests repository; do $(PYTHON) tools/check_$$check.py || status=1; done; \
	  $(PYTHON) tools/check_statics.py --objects $(RELEASE) || status=1; \
	  for check in snippets benchmarks house; do $(PYTHON) tools/reference/$$check.py --check || status=1; done; exit $$status

headers: ## Every public header compiles alone (ONE_IN=)
	@$(INSTALL) test
	@cmake --preset headers --log-level=WARNING
	$(PYTHON) tools/lint/headers.py build/headers --one-in $(ONE_IN) --jobs $(JOBS)

asan: ## The C++ tests under the address and undefined-behaviour sanitizers (ONE_IN=)
	@$(INSTALL) test && $(INSTALL) clang
	$(SANITIZED)

tsan: ## The C++ tests with threads under the thread sanitizer (ONE_IN=)
	@$(INSTALL) test && $(INSTALL) clang
	$(SANITIZED)

fuzz: ## Each fuzz target for a while (SECONDS=)
	@$(INSTALL) test && $(INSTALL) clang
	@cmake --preset asan --log-level=WARNING
	@cmake --build build/asan --parallel $(JOBS) --target fuzz_targets
	$(PYTHON) tests/fuzz/run.py build/asan --seconds $(SECONDS) --jobs $(JOBS)

badinput: ## Damaged files, each read in a separate process (MUTANTS=)
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=ON --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target badinput_read_all badinput_write_samples
	$(PYTHON) tests/badinput/badinput.py $(RELEASE) --mutants $(MUTANTS)

kill: ## Kill writers repeatedly; ramet, uproot and ROOT read what checkpoints saved (KILLS=)
	@$(INSTALL) interop
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=ON --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target kill_write_on kill_write_together _core
	$(IN_PLACE) $(PYTHON) tests/kill/kill.py $(RELEASE) --kills $(KILLS)
	$(IN_PLACE) $(PYTHON) tests/kill/processes/kill_processes.py $(RELEASE) --kills $(KILLS)

interop: ## ROOT, uproot, groot and JSROOT read files of ramet, and back (ONE_IN=; PAGE=--write-page writes the page)
	@$(INSTALL) interop && $(INSTALL) readers
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target _core ramet_program ramet_xrootd
	$(IN_PLACE) $(PYTHON) -m pytest tests/interop tests/coffea --one-in $(ONE_IN) $(if $(PAGE),$(PAGE),$(SIDE_BY_SIDE))
	$(IN_PLACE) $(PYTHON) -m pytest tests/remote/test_xrootd.py

engines-test: ## Frames on clusters of Ray and Spark, whose processes run on this machine
	@$(INSTALL) test && $(INSTALL) engines
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target _core
	$(IN_PLACE) $(PYTHON) -m pytest tests/engines

browser: ## The page of ramet trace in Chromium without a window, with 10 and with a million spans
	@$(INSTALL) browser
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target ramet_program
	$(IN_PLACE) $(PYTHON) -m pytest tests/browser

remote-test: ## Files of a server on this machine with all kinds of faults, and of nginx, lighttpd, XRootD and an S3
	@$(INSTALL) interop && $(INSTALL) servers
	@$(CONFIGURE_RELEASE) -DRAMET_TESTS=OFF --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target _core ramet_program ramet_xrootd
	$(IN_PLACE) $(PYTHON) -m pytest tests/python/remote tests/cli/files/test_remote.py tests/remote

install-test: ## A separate project finds and links the installed library
	@$(INSTALL) test
	tests/install/run

wheel-test: wheel ## Install and use the wheel in an empty virtual environment (WHEEL_PYTHON=)
	tests/install/wheel build/wheel $(WHEEL_PYTHON)

# The compiler is called c++ as in the other builds, so that the compiler cache is shared.
wheel: ## A wheel in build/wheel, with its libraries inside (WHEEL_PYTHON= for which Python, from 3.10 on; from 3.12 on one for all)
	@$(INSTALL) wheel
	@rm -rf build/wheel
	CXX=$${CXX:-c++} $(WHEEL_PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel/plain .
	PATH=$(CURDIR)/$(VENV)/bin:$$PATH $(PYTHON) -m auditwheel repair --strip --wheel-dir build/wheel build/wheel/plain/*.whl
	@rm -r build/wheel/plain
	$(PYTHON) tools/wheel_licences.py build/wheel

bench: ## Compare with ROOT and uproot; updates benchmarks/RESULTS.md and pages with results
	@$(INSTALL) bench && $(INSTALL) interop
	@$(CONFIGURE_RELEASE) -DRAMET_BENCHMARKS=ON --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS)
	$(IN_PLACE) $(PYTHON) benchmarks/run.py
	$(PYTHON) tools/reference/benchmarks.py

harness: ## A framework's event loop that writes with ramet and with ROOT, about ten minutes
	@$(INSTALL) bench && $(INSTALL) interop
	@$(CONFIGURE_RELEASE) -DRAMET_BENCHMARKS=ON --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target ramet_harness
	$(IN_PLACE) $(PYTHON) benchmarks/run.py harness --passes 2
	@grep '^utilisation (middle' benchmarks/RESULTS.md

corpus: ## Check every file of an acceptance corpus against its manifest (CORPUS=)
	@test -n "$(CORPUS)" || { echo "make corpus CORPUS=<folder with check.py and public/manifest.json>" >&2; exit 2; }
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS)
	$(IN_PLACE) $(PYTHON) tests/interop/corpus.py $(CORPUS)

analyses: ## Compare expressions and frames with ROOT's answers (ANALYSES= a folder with cases, data and check.py)
	@test -n "$(ANALYSES)" || { echo "make analyses ANALYSES=<folder with check.py and cases>" >&2; exit 2; }
	@$(INSTALL) test
	@$(CONFIGURE_RELEASE) --log-level=WARNING
	@cmake --build $(RELEASE) --parallel $(JOBS) --target _core
	@status=0; for adapter in Frame RDataFrame; do echo "$$adapter"; \
	  PYTHONPATH=$(CURDIR)/python:$(CURDIR)/tests/analyses:$(abspath $(ANALYSES)) \
	  $(PYTHON) $(ANALYSES)/check.py $(ANALYSES) ramet_adapter:$$adapter || status=1; done; exit $$status

docs: ## The site, in site/
	@$(INSTALL) docs
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict --quiet
	@echo "docs: site/index.html"

format: ## Format C++ and Python files; update code of examples and the picture of modules on pages
	@$(INSTALL) lint
	$(PYTHON) tools/format
	$(PYTHON) tools/reference/snippets.py
	$(PYTHON) tools/reference/house.py

clean: ## Remove all build outputs except .venv
	rm -rf build demo site dist
	find python -name '*.so' -delete
