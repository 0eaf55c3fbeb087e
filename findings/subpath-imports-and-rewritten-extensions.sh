#!/bin/sh
# TypeScript: `rewriteRelativeImportExtensions` is about relative imports, by its name, and `noEmit` writes nothing. One expects imports through
# "imports" of package.json, such as "#lib/a.ts", to be left alone. Each is an error, TS2877: it "will not be rewritten during emit", although
# there is no emit. A project that checks with tsc and builds with a bundler cannot move from "../" to "#" until it drops the option, which it
# did not need: `allowImportingTsExtensions` permits the ".ts" of both kinds.
# Seen: typescript 7.0.2 and 5.9.3. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p src/lib src/app
echo 'export const one = 1;' >src/lib/a.ts
echo "export { one } from '#lib/a.ts';" >src/app/hash.ts
echo "export { one } from '../lib/a.ts';" >src/app/relative.ts
echo '{ "name": "example", "type": "module", "imports": { "#lib/*": "./src/lib/*" } }' >package.json
options='"module": "nodenext", "strict": true, "noEmit": true, "allowImportingTsExtensions": true'
echo "{ \"compilerOptions\": { $options, \"rewriteRelativeImportExtensions\": true }, \"include\": [\"src\"] }" >with.json
echo "{ \"compilerOptions\": { $options }, \"include\": [\"src\"] }" >without.json
for version in 7.0.2 5.9.3; do
  npm install --silent --no-audit --no-fund --no-save --prefix "$folder" "typescript@$version" >/dev/null
  with="$(node node_modules/typescript/bin/tsc -p with.json || true)"
  without="$(node node_modules/typescript/bin/tsc -p without.json || true)"
  echo "typescript $version with the option: $with"
  echo "typescript $version without it: ${without:-no error}"
  case "$with" in
    *hash.ts*TS2877*) ;;
    *) echo 'This is not what was seen.' >&2; exit 1 ;;
  esac
  case "$with" in
    *relative.ts*) echo 'This is not what was seen.' >&2; exit 1 ;;
  esac
  if [ -n "$without" ]; then
    echo 'This is not what was seen.' >&2
    exit 1
  fi
done
