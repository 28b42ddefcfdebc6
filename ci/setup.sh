#!/usr/bin/env bash
# Installs what building and running needs and is missing: Verilator, a C++ compiler, cargo.
# Does nothing, and asks for nothing, where all of it is present.
set -euo pipefail

# The oldest cargo that reads this workspace (rust-version in Cargo.toml).
readonly OLDEST_CARGO="$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$(dirname "$0")/../Cargo.toml")"

have() { command -v "$1" >/dev/null 2>&1; }

fail() {
    echo "error: $*" >&2
    exit 2
}

# Runs apt-get as root or through sudo; it never waits for an answer.
apt() {
    have apt-get || fail "there is no apt-get here; install these with this system's package manager: ${missing[*]}"
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null >/dev/null
    elif have sudo; then
        sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null >/dev/null
    else
        fail "not root, and there is no sudo; run as root: apt-get install ${missing[*]}"
    fi
}

apt_install() {
    echo "installing $*"
    apt update -qq
    apt install -y -qq --no-install-recommends "$@"
}

# Whether the cargo at hand is at least OLDEST_CARGO.
cargo_is_new_enough() {
    have cargo || return 1
    local found
    found="$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')"
    [ -n "$found" ] && [ "$(printf '%s\n%s\n' "$OLDEST_CARGO" "$found" | sort -V | head -n 1)" = "$OLDEST_CARGO" ]
}

# rustup brings a toolchain of any date; Debian's own cargo is too old.
install_cargo() {
    missing=(rustup)
    if ! have rustup && have apt-get; then
        apt update -qq
        ! apt-cache show rustup >/dev/null 2>&1 || apt_install rustup
    fi
    have rustup || fail "cargo $OLDEST_CARGO or newer is missing, and this system has no rustup package;" \
        "install rustup as https://rustup.rs says, then run this again"
    rustup toolchain install stable --profile minimal --component rustfmt --component clippy </dev/null
    rustup default stable </dev/null
}

missing=()
# VERILATOR and CXX name other tools than those in PATH.
have "${VERILATOR:-verilator}" || missing+=(verilator)
have "${CXX:-c++}" || missing+=(g++)
have ld || missing+=(binutils)
# Waves are written compressed: by Debian's Verilator with zlib, by later ones with lz4 too.
has_header() { echo "#include <$1>" | "${CXX:-c++}" -E -x c++ - >/dev/null 2>&1; }
has_header zlib.h || missing+=(zlib1g-dev)
has_header lz4.h || missing+=(liblz4-dev)
[ "${#missing[@]}" -eq 0 ] || apt_install "${missing[@]}"

. "$(dirname "$0")/path.sh"
cargo_is_new_enough || install_cargo
