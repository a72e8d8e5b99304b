#!/bin/sh
# Cargo calls this to compile our own crates in `make test`. Clippy's compiler lints and compiles in one go, in the time that
# the plain one compiles in; `cargo clippy` would read everything once more. It leaves out the compiler's own optimisations
# before LLVM's (the tests run as quickly), and compiles anew when the workspace's Cargo.toml changes.
set -e
rustc="$1"
shift
# Cargo also asks what the compiler is and can do: there nothing is compiled.
case " $* " in *" -vV "* | *" --print="* | *" --crate-name ___ "*) exec "$rustc" "$@" ;; esac
# What is checked for another target was linted for this one.
case " $* " in *" --target "*) exec "$rustc" "$@" ;; esac
command -v clippy-driver >/dev/null || { echo "clippy is missing: rustup component add clippy" >&2; exit 1; }

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
exec clippy-driver "$rustc" "$@" --deny warnings
