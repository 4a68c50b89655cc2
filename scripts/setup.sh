#!/bin/sh
# Make .venv with the package (editable) and what development needs, unless it is there already.
# With the argument `play`, what playing needs and no more. With `browser`, make sure of what the
# browser tests need as well: a Chromium, fonts, and axe-core, which looks for what is not accessible
# (from the npm registry, kept in .venv). With `node`, what checks the page's script. With `train`,
# what trains networks.
# What cannot be had is named, with what to install, and the script fails.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/.venv
stamp=$venv/.ready
cd "$root"

say() { printf '%s\n' "$*" >&2; }
fail() {
    for line in "$@"; do say "$line"; done
    exit 1
}

# --- the system's packages, where they can be had

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
    as_root="sudo -n"
else
    as_root=no
fi

install_packages() {
    command -v apt-get >/dev/null 2>&1 && [ "$as_root" != no ] || return 1
    say "Installing $* with apt-get."
    log=$(mktemp)
    if $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >"$log" 2>&1 &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y "$@" >>"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 15 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# --- Python and .venv

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
can_make_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# The first Python that is new enough, one that can make an environment if there is such a one.
find_python() {
    found=
    for python in "$@"; do
        if new_enough "$python"; then
            found=${found:-$python}
            if can_make_venv "$python"; then
                found=$python
                return
            fi
        fi
    done
}

make_venv() {
    if [ -n "${PYTHON:-}" ]; then
        find_python "$PYTHON"
        [ -n "$found" ] || fail "PYTHON=$PYTHON is not a Python 3.11 or newer." \
            "Name one that is, or leave PYTHON out to have one looked for."
    else
        find_python python3 python3.14 python3.13 python3.12 python3.11 python
        [ -n "$found" ] || fail "There is no Python 3.11 or newer on the PATH." \
            "Install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install" \
            "python; or from python.org), or name one: make PYTHON=/path/to/python3.12"
    fi
    if ! can_make_venv "$found"; then
        version=$("$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_packages "python$version-venv" || true
        can_make_venv "$found" || fail \
            "$found ($version) cannot make virtual environments: its venv or ensurepip is missing." \
            "Install it (Debian, Ubuntu: apt install python$version-venv), or name another Python:" \
            "make PYTHON=/path/to/python3.12"
    fi
    say "Making .venv with $("$found" --version)."
    rm -rf "$venv"
    "$found" -m venv "$venv" || {
        rm -rf "$venv"
        fail "The virtual environment .venv could not be made; the lines above say why."
    }
}

# The stamp says for which place and which pyproject.toml the environment was made, and whether it
# is for playing or has the tools, too.
made_for="$root $(cksum <pyproject.toml)"
tools="$made_for with tools"
if [ "${1:-}" = play ]; then wanted=$made_for extra='' what="Beachhead"; else
    wanted=$tools extra='[dev,docs,research,studies]' what="Beachhead and its tools"; fi

ready() {
    [ -f "$stamp" ] && new_enough "$venv/bin/python" || return 1
    found=$(cat "$stamp")
    [ "$found" = "$wanted" ] || [ "$found" = "$tools" ]
}

if ! ready; then
    { [ -x "$venv/bin/python" ] && new_enough "$venv/bin/python" &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1; } || make_venv
    rm -f "$stamp" "$venv/.fast"
    say "Installing $what into .venv."
    "$venv/bin/python" -m pip install --disable-pip-version-check -qq --editable ".$extra" ||
        fail "" "The packages could not be installed; the lines above say why." \
            "Without a way to the package index, name a mirror (PIP_INDEX_URL=https://…) or a directory of" \
            "wheels (PIP_NO_INDEX=1 PIP_FIND_LINKS=/path), and run make again."
    printf '%s\n' "$wanted" >"$stamp"
fi

if [ -f "$venv/.fast" ] && find src -name '*.py' -newer "$venv/.fast" | grep -q .; then
    say "What was compiled is running, but src has changed since: make fast again, or make pure."
fi

# --- Node, for the checks of the page's script, which say what to install if it is missing

if [ "${1:-}" = node ]; then
    command -v npx >/dev/null 2>&1 || install_packages nodejs npm || true
    exit 0
fi

# --- what trains networks

if [ "${1:-}" = train ]; then
    "$venv/bin/python" -c 'import sb3_contrib' >/dev/null 2>&1 || {
        say "Installing PyTorch and what trains with it into .venv."
        "$venv/bin/python" -m pip install --disable-pip-version-check -qq "beachhead[train]" ||
            fail "" "The packages that train could not be installed; the lines above say why."
    }
    exit 0
fi

# --- the browser

[ "${1:-}" = browser ] || exit 0

has_browser() {
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null 2>&1; then
            "$name" --version >/dev/null 2>&1
            return
        fi
    done
    return 1
}

# Without any font, letters leave no mark in a picture.
has_fonts() {
    "$venv/bin/python" -c \
        'import sys; from beachhead.art import png; sys.exit(not png._can_write())' 2>/dev/null
}

axe=$venv/share/axe-core/axe.min.js
axe_version=4.10.3
has_axe() { [ -s "$axe" ]; }
fetch_axe() {
    has_axe && return
    work=$(mktemp -d)
    say "Fetching axe-core $axe_version from the npm registry."
    if (cd "$work" && npm pack --silent "axe-core@$axe_version" >/dev/null &&
        tar -xzf axe-core-*.tgz package/axe.min.js package/LICENSE); then
        mkdir -p "$(dirname "$axe")"
        mv "$work/package/LICENSE" "$(dirname "$axe")/LICENSE"
        mv "$work/package/axe.min.js" "$axe"
    fi
    rm -rf "$work"
    has_axe
}

packages=
has_browser || packages="chromium"
has_fonts || packages="$packages fonts-liberation"
has_axe || command -v npm >/dev/null 2>&1 || packages="$packages npm"
if [ -n "$packages" ]; then
    # shellcheck disable=SC2086 # a list of packages
    install_packages $packages || true
fi
has_browser || fail "The browser tests need Chromium, and there is none that runs." \
    "Install chromium or google-chrome so that the command is on the PATH" \
    "(Debian: apt install chromium; Fedora: dnf install chromium; macOS: brew install chromium)."
has_fonts || fail "The pictures need a font, and there is none." \
    "Install some (Debian, Ubuntu: apt install fonts-liberation; Fedora: dnf install" \
    "liberation-sans-fonts)."
has_axe || command -v npm >/dev/null 2>&1 || fail "The accessibility tests need npm to fetch axe-core." \
    "Install it (Debian, Ubuntu: apt install npm; Fedora: dnf install nodejs-npm; macOS: brew" \
    "install node)."
fetch_axe || fail "axe-core could not be fetched from the npm registry; the lines above say why." \
    "Without a way to registry.npmjs.org, name a mirror (npm_config_registry=https://…), or put" \
    "axe.min.js of axe-core $axe_version into .venv/share/axe-core yourself, and run make again."
