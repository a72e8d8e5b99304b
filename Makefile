# Two commands do everything: `make play` and `make test`. The long runs have their own.
.DEFAULT_GOAL := help
BATTLE ?= salamanca-pakenham
SEED ?= 1815

.PHONY: help play test lint unit same-everywhere fuzz bench golden manual clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

play: ## build, and watch two computer generals fight (BATTLE=…, SEED=…)
	cargo build --release --package cli
	./target/release/grognard play $(BATTLE) --seed $(SEED) --log full

test: lint unit same-everywhere ## everything that must hold before a change lands

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- --deny warnings

unit:
	cargo test --workspace --quiet

# The same battles in debug and release, on one thread and many, give the same hashes.
same-everywhere:
	cargo test --release --package study --test golden --quiet
	cargo build --release --package cli --quiet
	./target/release/grognard play $(BATTLE) --seed 7 --log short --record target/made-in-release.grog >/dev/null
	cargo run --quiet --package cli -- replay target/made-in-release.grog --verify

fuzz: ## 10,000 random games a sheet, all rulings varied; every battle with every pair of generals
	cargo run --release --package study --example hunt -- 10000
	cargo run --release --package study --example endings -- 100

bench: ## battles a second, exact odds, and where the time goes
	cargo bench --package study

golden: ## play the golden battles again and write their hashes down
	GOLDEN=write cargo test --release --package study --test golden --quiet
	git diff --stat -- cases/golden

manual: ## write docs/manual.md anew from real output
	cargo build --release --package cli
	python3 docs/make-manual.py

clean:
	cargo clean
