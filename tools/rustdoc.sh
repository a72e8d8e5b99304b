#!/bin/sh
# Cargo calls this to run the examples in a library's documentation. The documentation itself is made in the same call,
# and a warning fails it: from what the tests were built with, where `cargo doc` would check every crate once more.
set -e
"${REAL_RUSTDOC:-rustdoc}" "$@"
case " $* " in *" --test "*) ;; *) exit 0 ;; esac
count=$#
while [ "$count" -gt 0 ]; do
    case "$1" in
        --test) ;;
        --test-run-directory) shift; count=$((count - 1)) ;;
        *) set -- "$@" "$1" ;;
    esac
    shift
    count=$((count - 1))
done
exec "${REAL_RUSTDOC:-rustdoc}" "$@" --deny warnings --out-dir "${CARGO_TARGET_DIR:-target}/doc"
