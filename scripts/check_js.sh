#!/bin/sh
# Check the page's script: types (tsc), mistakes (eslint), format (prettier), and the tests of what
# is pure in it (tests/js). With the argument `--fix`, only format it. The tools come from the npm
# registry; nothing is added to the repository.
set -eu
cd "$(dirname "$0")/.."
static=src/beachhead/web/static
scripts="$static/js tests/js scripts/eslint.config.mjs"
if ! command -v npx >/dev/null 2>&1; then
    if [ "${1:-}" = --fix ]; then
        echo "check_js: there is no npx, so the page's script is not formatted" >&2
        exit 0
    fi
    echo "check_js: the page's script cannot be checked without npx. Install Node 20.19 or newer" \
        "(Debian, Ubuntu: apt install nodejs npm; Fedora: dnf install nodejs-npm; macOS: brew" \
        "install node), and run make again." >&2
    exit 1
fi

run() { npx -y -p typescript@5 -p eslint@9 -p prettier@3 -- "$@"; }

if [ "${1:-}" = --fix ]; then
    # shellcheck disable=SC2086 # a list of folders
    run prettier --log-level warn --write $scripts "$static/css"
    exit
fi
run tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 \
    --moduleResolution bundler --lib es2023,dom,dom.iterable "$static"/js/*.js
# shellcheck disable=SC2086 # a list of folders
run eslint --config scripts/eslint.config.mjs $scripts
# shellcheck disable=SC2086
run prettier --log-level warn --check $scripts "$static/css"
# The modules are told from what they say: a package.json would be all that is missing.
told=$(node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON --test --test-reporter spec \
    tests/js/*.test.mjs 2>&1) || {
    printf '%s\n' "$told" >&2
    exit 1
}
