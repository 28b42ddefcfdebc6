# The commands of everyday work; each is one line that can be typed without make as well.
# `make help` lists them.

CARGO  ?= cargo
RDMATB  = $(CARGO) run --quiet --package regress --bin rdmatb --
OUT    ?= out

.DEFAULT_GOAL := help
.PHONY: help setup build test smoke lint bench clean

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8

setup: ## install what is missing: Verilator, a C++ compiler, cargo
	@ci/setup.sh

build: ## compile everything, tests included
	$(CARGO) build --workspace --all-targets

test: ## run all tests, with nextest if it is installed
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		INSTA_UPDATE=no $(CARGO) nextest run --workspace --no-fail-fast && \
		INSTA_UPDATE=no $(CARGO) test --workspace --doc --quiet; \
	else \
		INSTA_UPDATE=no $(CARGO) test --workspace --no-fail-fast; \
	fi

smoke: setup ## install what is missing, build, run the smoke regression
	@. ci/path.sh && $(RDMATB) run --plan ci/smoke.toml --out $(OUT)/smoke --junit $(OUT)/smoke/junit.xml

lint: ## formatting, clippy and RTL lint, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- --deny warnings
	$(RDMATB) lint

bench: ## measure speed, optimised
	$(CARGO) run --release --package examples --bin stream_register
	$(CARGO) bench --package sequences --bench frontend_rate

clean: ## remove build products and results; the model cache stays
	$(CARGO) clean
	rm -rf $(OUT)
