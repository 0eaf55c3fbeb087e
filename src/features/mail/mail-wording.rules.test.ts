import { expect, test } from 'vitest';
import { addressed } from './mail-wording.rules.ts';

test.each(['Ada', 'Ada Lovelace', 'Dr. Ada King', 'Ada K.', 'Søren O’Neill-Müller', '愛田 花子', 'x'.repeat(60)])(
  '%j is a name to greet somebody by',
  (name) => {
    expect(addressed('Welcome', name)).toBe(`Welcome, ${name}`);
  },
);

test.each([
  ['nothing', ''],
  ['a web address', 'Win at https://evil.test'],
  ['another scheme', 'ftp://evil'],
  ['a host', 'Free coins evil.test'],
  ['a host with a path', 'evil.test/win'],
  ['a host of numbers', '10.0.0.1'],
  ['a beginning of a host', 'WWW. evil'],
  ['a mail address', 'write to win@evil'],
  ['a host in letters of another width', 'ｅｖｉｌ．ｔｅｓｔ'],
  ['a host with the dot of another script', 'evil。test'],
  ['a host with what cannot be seen', 'evil\u200b.\u2060test'],
  ['an advertisement', 'You have won, call us at once. '.repeat(3)],
  ['a name that is too long', 'x'.repeat(61)],
])('%s is none', (_what, name) => {
  expect(addressed('Welcome', name)).toBe('Welcome');
});
