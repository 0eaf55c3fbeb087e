import { expect, test } from 'vitest';
import { greet } from './wording.template.ts';

test.each(['Ada', 'Ada Lovelace', 'Dr. Ada King', 'Ada K.', 'Søren O’Neill-Müller', '愛田 花子', 'x'.repeat(60)])(
  'greets %j by name',
  (name) => {
    expect(greet('Welcome', name)).toBe(`Welcome, ${name}`);
  },
);

test.each([
  ['nothing', ''],
  ['a URL', 'Win at https://evil.test'],
  ['a URL with another scheme', 'ftp://evil'],
  ['a host', 'Free coins evil.test'],
  ['a host with a path', 'evil.test/win'],
  ['an IP address', '10.0.0.1'],
  ['the start of a host', 'WWW. evil'],
  ['an email address', 'write to win@evil'],
  ['a host in full-width letters', 'ｅｖｉｌ．ｔｅｓｔ'],
  ['a host with the dot of another script', 'evil。test'],
  ['a host with invisible characters', 'evil\u200b.\u2060test'],
  ['an advertisement', 'You have won, call us today.  '.repeat(3)],
  ['a name that is too long', 'x'.repeat(61)],
])('omits a name: %s', (_what, name) => {
  expect(greet('Welcome', name)).toBe('Welcome');
});
