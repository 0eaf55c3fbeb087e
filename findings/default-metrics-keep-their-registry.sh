#!/bin/sh
# prom-client: one expects a Registry that nothing refers to any more to be collected, as any object. With `collectDefaultMetrics` it is not: its
# observer of garbage collections has no end, and refers to the registry by its histogram. Everything that a `collect` function of any
# gauge of this registry refers to stays as well, such as a server, and each registry adds a callback for each collection. A test run that
# creates an application for each file keeps them all. `clear()` lets the gauges go, and no function ends the observer.
# What to do: collect default metrics once a process, and give each part `Registry.merge([ofProcess])`.
# Seen: prom-client 15.1.3. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --save-exact prom-client@15.1.3 >/dev/null
cat >check.mjs <<'JS'
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What a gauge reads, held weakly. */
function readBy(registry) {
  const server = { name: 'a server' };
  new Gauge({ name: 'connections', help: 'x', registers: [registry], collect() { this.set(server.name.length); } });
  return new WeakRef(server);
}

const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });
const cases = {
  'a registry without default metrics': () => readBy(new Registry()),
  'a registry with default metrics, cleared': () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const read = readBy(registry);
    registry.clear();
    return read;
  },
  'a registry with default metrics': () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return readBy(registry);
  },
  'a registry merged from that of the process': () => readBy(Registry.merge([ofProcess])),
};
for (const [name, make] of Object.entries(cases)) {
  const read = make();
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    globalThis.gc();
  }
  console.log(`${name}: ${read.deref() === undefined ? 'collected' : 'kept'}`);
}
process.exit();
JS
output="$(node --expose-gc check.mjs)"
echo "$output"
expected='a registry without default metrics: collected
a registry with default metrics, cleared: collected
a registry with default metrics: kept
a registry merged from that of the process: collected'
[ "$output" = "$expected" ]
