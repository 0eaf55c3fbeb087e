#!/bin/sh
# The IANA zone data in Node and in moment-timezone: versions node 20.20.2 and moment-timezone 0.6.6.
#
# Seen: (1) Node computes other local times than the data of 2026f on 28 November 2026 in 13 of 597 zones.
# (2) Node has names that IANA has removed or never had (US/Pacific-New, SystemV/PST8PDT).
# (3) moment-timezone takes Europe_Berlin for Europe/Berlin, since it looks names up with each slash replaced by an underscore.
# Fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error node@20.20.2 moment-timezone@0.6.6 >/dev/null
cat >seen.cjs <<'JS'
const assert = require('node:assert');
const moment = require('moment-timezone');
const at = Date.UTC(2026, 10, 28, 12);
const style = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const inNode = (timeZone) => new Intl.DateTimeFormat('en-CA', { ...style, timeZone }).format(at).replace(', ', ' ');
const inData = (zone) => moment.tz(at, zone).format('YYYY-MM-DD HH:mm');
const zones = moment.tz.names();
const different = zones.filter((zone) => inNode(zone) !== inData(zone));
console.log(`node ${process.versions.node} has tz ${process.versions.tz}, moment-timezone ${moment.tz.dataVersion}`);
console.log(`${different.length} of ${zones.length} zones differ: ${different.join(' ')}`);
assert.deepEqual([zones.length, different.length], [597, 13]);
assert.ok(inNode('US/Pacific-New') && inNode('SystemV/PST8PDT'));
assert.equal(moment.tz.zone('US/Pacific-New'), null);
assert.equal(moment.tz.zone('Europe_Berlin').name, 'Europe/Berlin');
console.log('names of Node alone, and an underscore for a slash: as seen');
JS
./node_modules/.bin/node seen.cjs
