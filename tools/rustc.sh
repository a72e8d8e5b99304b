#!/bin/sh
# Cargo calls this to compile our own crates in `make test`. Each is linted in the same call, with what it is compiled with:
# `cargo clippy` would check everything that we depend on a second time.
set -e
rustc="$1"
shift
# Cargo also asks what the compiler is and can do: there nothing is compiled.
case " $* " in *" -vV "* | *" --print="* | *" --crate-name ___ "*) exec "$rustc" "$@" ;; esac
# What has tests in itself is compiled again with them, and clippy sees it then; here the compiler's own warnings do.
case " $* " in
    *" --test "*) ;;
    *"/src/lib.rs "* | *"/src/main.rs "*)
        grep -q '^test *= *false' "$CARGO_MANIFEST_DIR/Cargo.toml" || exec "$rustc" "$@" --deny warnings
        ;;
esac
command -v clippy-driver >/dev/null || { echo "clippy is missing: rustup component add clippy" >&2; exit 1; }

# The same call, but for what it writes: nothing that Cargo, or the compiler after it, would look at.
linted=$(mktemp -d)
trap 'rm -rf "$linted"' EXIT
lint() {
    count=$#
    while [ "$count" -gt 0 ]; do
        case "$1" in
            --emit=*) set -- "$@" --emit=metadata ;;
            --json=*) set -- "$@" --json=diagnostic-rendered-ansi ;;
            --out-dir) shift; count=$((count - 1)); set -- "$@" --out-dir "$linted" ;;
            incremental=*) set -- "$@" "incremental=$linted" ;;
            *) set -- "$@" "$1" ;;
        esac
        shift
        count=$((count - 1))
    done
    clippy-driver "$rustc" "$@" --deny warnings
}

# Benchmarks and examples are linted and never run from here: no code is made of them. Cargo wants to know what they were
# made of, and wants a file of the program's name.
glance() {
    name='' out='' extra=''
    count=$#
    while [ "$count" -gt 0 ]; do
        case "$1" in
            --emit=*) set -- "$@" --emit=dep-info,metadata ;;
            --crate-name) name="$2"; set -- "$@" "$1" ;;
            --out-dir) out="$2"; set -- "$@" "$1" ;;
            extra-filename=*) extra="${1#extra-filename=}"; set -- "$@" "$1" ;;
            *) set -- "$@" "$1" ;;
        esac
        shift
        count=$((count - 1))
    done
    clippy-driver "$rustc" "$@" --deny warnings
    : >"$out/$name$extra"
}

for source; do
    case "$source" in crates/*/benches/*.rs | crates/*/examples/*.rs) glance "$@"; exit ;; esac
done
lint "$@"
"$rustc" "$@"
