#!/bin/sh
# Check the types of the page's modules where Node is present; nothing is added to the repository.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npx >/dev/null 2>&1; then
    echo "check_js: Node is not here, so the page's types are not checked"
    exit 0
fi
exec npx -y -p typescript@5 tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 \
    --moduleResolution bundler --lib es2023,dom,dom.iterable src/beachhead/web/static/js/*.js
