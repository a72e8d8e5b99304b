# Two commands do everything: `make play` and `make test`. The long runs have their own.
.DEFAULT_GOAL := help
BATTLE ?= salamanca-pakenham
SEED ?= 1815
PORT ?= 1815
DB ?= grognard.sqlite
LOAD ?= 300
MINUTES ?= 5
SOAK ?= 600

.PHONY: help play watch test lint unit portable page chromium e2e same-everywhere deny prove fuzz hostile soak peers bench-odds bench pictures golden generated manual clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

# Postgres takes a minute to compile, and few who want to play have one.
play watch: WITH = $(if $(filter postgres%,$(DB)),,--no-default-features)
play: page ## build page and engine, start on an SQLite file or a Postgres, print the link (PORT=…, DB=FILE|URL)
	cargo build --profile play --package cli $(WITH)
	@./target/play/grognard serve --port $(PORT) --db '$(DB)'

watch: ## watch two computer generals fight in the terminal (BATTLE=…, SEED=…)
	cargo build --profile play --package cli $(WITH)
	./target/play/grognard play $(BATTLE) --seed $(SEED) --log full

test: page lint unit portable e2e ## everything that must hold before a change lands
# Built once and thrown away: what makes the next build quicker only costs.
test: export CARGO_INCREMENTAL = 0

# Our crates are linted as they are compiled. Cargo knows what it has compiled by the path of what compiles it: where the
# lints change, so does that, and everything is linted anew.
LINTS := $(CURDIR)/target/lints-$(shell cat clippy.toml tools/rustc.sh | cksum | cut -d' ' -f1)/rustc.sh
$(LINTS): tools/rustc.sh clippy.toml
	@mkdir -p $(@D) && cp tools/rustc.sh $@
lint unit portable e2e: $(LINTS)
lint unit portable e2e: export RUSTC_WORKSPACE_WRAPPER = $(LINTS)

# The page, built into web/dist and from there into the binary.
page: web/dist/index.html
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
web/dist/index.html: web/node_modules/.package-lock.json web/index.html $(shell find web/src web/public -type f 2>/dev/null)
	cd web && npm run build
	@touch $@

# Benchmarks and examples are linted here, and no code is made of them; the rest is linted with its tests.
lint:
	cargo fmt --all --check
	cargo build --workspace --bench '*' --example '*' --quiet

# A library whose tests are all in tests/ says `test = false` and is not compiled a second time for none. With the
# documentation's examples the documentation is made, warnings denied.
unit:
	cargo test --workspace --tests --quiet --no-fail-fast
	RUSTDOC=$(CURDIR)/tools/rustdoc.sh cargo test --workspace --doc --quiet
	cd web && npm run check && npm test

# What a seat is shown could be worked out in a page: it and all below it are checked for a target that has no files, clock or
# threads. The target is fetched where it is missing; where it cannot be had, that is said, and nothing was checked.
WASM = wasm32-unknown-unknown
WASM_IS_HERE = [ -d "$$(rustc --print sysroot)/lib/rustlib/$(WASM)/lib" ]
portable:
	@$(WASM_IS_HERE) || rustup target add $(WASM) >/dev/null 2>&1 || true
	@if $(WASM_IS_HERE); then cargo check --package seat --target $(WASM) --quiet; \
		else echo "Not checked: whether seat compiles for $(WASM), which rustup could not fetch (rustup target add $(WASM))."; fi

# The page in a real browser, against the program that the tests were built with: nothing is built twice. The browser is the
# newest that the system's packages have, since that is what players have; where none can be had, the one that is there.
INSTALL = DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
chromium:
	@{ [ "$$(id -u)" = 0 ] && apt-get update -qq && { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }; } >/dev/null 2>&1 \
		|| command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
		|| { echo "The page is tested in Chromium, which is not here: install chromium-headless-shell or chromium."; exit 1; }
e2e: chromium page
	cargo build --package cli --quiet
	cd web && GROGNARD_BIN=$(CURDIR)/target/debug/grognard npm run e2e

# `make test` plays the golden battles in the tests' own build, with every check, and compares them with hashes that the
# release build wrote (`make golden`). Here they are played in release and in a build without checks or optimisation as well,
# on one thread and many, and the records of both are proved by the tests' build.
PLAIN = CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false
same-everywhere: ## the golden battles in three builds: the same hashes, and the tests' build proves the others' records
	cargo build --package cli --quiet
	rm -rf target/made-plainly target/made-in-release
	$(PLAIN) RECORDS=$(CURDIR)/target/made-plainly cargo test --package study --test all golden --quiet
	RECORDS=$(CURDIR)/target/made-in-release cargo test --release --package study --test all golden --quiet
	for record in target/made-plainly/*.grog target/made-in-release/*.grog; do ./target/debug/grognard replay $$record --verify || exit 1; done

deny: ## licences and sources of everything we depend on, and known advisories where they can be had
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny check licenses bans sources
	cargo deny check advisories || echo "Advisories could not be had, or found something: see above."

prove: ## what takes minutes: each rule that play meets makes a difference; 200 games of each battle meet all but the listed rules
	cargo test --release --package empire --package study --test all --quiet -- --ignored

fuzz: same-everywhere ## 10,000 random games a sheet, all rulings varied; every battle with every pair of generals; three builds agree
	cargo run --release --package study --example hunt -- 10000
	cargo run --release --package study --example endings -- 100

hostile: ## kills, power cuts, a full disk, flipped bits, nonsense, floods and wrong links against the real server (MINUTES=…)
	cargo bench --package cli --bench hostile -- --minutes $(MINUTES)

soak: ## 500 games of all ages with live lines, strangers flooding in the second half (SOAK=seconds)
	cargo bench --package cli --bench load -- --games 500 --seconds $(SOAK) --aged 200 --lines --flood --idle 0

# Two Python libraries for exact odds, to be measured beside ours; without them ours are measured alone.
PEERS = crates/study/benches/peers/requirements.txt
peers:
	@cmp -s $(PEERS) target/peers/requirements.txt || { mkdir -p target && python3 -m venv --clear target/peers \
		&& target/peers/bin/pip install --quiet --disable-pip-version-check --requirement $(PEERS) \
		&& cp $(PEERS) target/peers/; } \
		|| echo "dyce and icepool could not be installed: the odds are measured without them."

bench-odds: peers ## exact odds beside dyce and icepool, answers compared first
	cargo bench --package study --bench peers -- $(CURDIR)/target/peers/bin/python

bench: chromium page bench-odds ## battles a second, exact odds, where the time goes; frames of the page; then the server under load (LOAD=seconds)
	cargo bench --package study --bench battles
	cargo build --release --package cli --quiet
	cd web && npm run e2e -- frames
	cargo bench --package cli --bench load -- --seconds $(LOAD)

pictures: chromium page ## screenshots of every page at 1440, 820 and 390 px, light and dark, into target/pictures
	cargo build --release --package cli --quiet
	cd web && npm run e2e -- pictures

golden: ## play the golden battles again and write their hashes down
	GOLDEN=write cargo test --release --package study --test all golden --quiet
	git diff --stat -- cases/golden

generated: ## write the description of the API and the page's types anew, from the server's types
	GENERATED=write cargo test --package server --quiet generated
	git diff --stat -- crates/server/src/http/openapi.json web/src/types.ts

manual: ## write docs/manual.md anew from real output
	cargo build --release --package cli
	python3 docs/make-manual.py

clean:
	cargo clean
