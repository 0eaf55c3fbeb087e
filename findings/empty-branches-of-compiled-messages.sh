#!/bin/sh
# ICU MessageFormat has branches without text, such as "=0 {}" of a plural: the message is then an empty string, as intl-messageformat returns it.
# The compiled messages of icu-minify, which use-intl formats, give an empty array in its place, but only if the branch is all of the message.
# With a word beside it the result is a string, so that most such messages work. What follows: leave the message out in code where it would be
# empty. Seen: icu-minify 4.14.8, intl-messageformat 10.7.18, on Node 20.20.2. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" icu-minify@4.14.8 intl-messageformat@10.7.18 >/dev/null
cat >empty.mjs <<'SCRIPT'
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { IntlMessageFormat } from 'intl-messageformat';

const texts = {
  alone: '{count, plural, =0 {} one {one left} other {# left}}',
  beside: 'Seats: {count, plural, =0 {} one {one left} other {# left}}',
};
const seen = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => {
    const compiled = format(compile(text), 'en', { count: 0 }, {});
    const standard = new IntlMessageFormat(text, 'en').format({ count: 0 });
    return [name, { compiled, standard }];
  }),
);
console.log(JSON.stringify(seen));
const expected = { alone: { compiled: [], standard: '' }, beside: { compiled: 'Seats: ', standard: 'Seats: ' } };
if (JSON.stringify(seen) !== JSON.stringify(expected)) {
  console.error('This is not what was seen.');
  process.exit(1);
}
SCRIPT
node empty.mjs
