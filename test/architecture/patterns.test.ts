import { describe, expect, test } from 'vitest';
import { findGrowth } from './pattern-growth.ts';
import { collectPatterns, readLinearPatterns } from './patterns.ts';

/** Where a pattern is made at run time, and of what. None has a repetition of its own, or one that `linear-patterns.txt` has as well. */
const MADE_OF: Record<string, string> = {
  'src/features/account/first-run/first-run.rules.ts': 'a constant number of letters',
  'src/features/account/journal-address/journal-address.rules.ts': 'constants; the tests of growth call it',
  'src/features/journal/entry-list/snippet.rules.ts': 'quoted words of the query',
  'src/features/mail/incoming-mail/own-words.rules.ts': 'constants with bounds; own-words.rules.test.ts measures them',
  'src/features/mail/recipient/email-address.rules.ts': 'a pattern of the API description',
  'src/platform/crypto/checked-token.ts': 'a constant number of letters',
  'src/platform/db/connection/application-name.ts': 'a constant',
  'src/platform/http/validation/unknown-fields.ts': 'a pattern of the API description',
  'src/platform/text/search/fold.ts': 'constants: runs of classes of letters',
  'src/platform/text/search/letters.ts': 'constants: a class of letters',
  'web/src/features/chat/text.rules.ts': 'constants',
  'web/src/features/journal/search.rules.ts': 'quoted words of the query',
  'web/src/shared/mention/mention.rules.ts': 'quoted names',
};

const { patterns, atRunTime } = await collectPatterns();

describe('A regular expression', () => {
  test('takes time that grows no faster than the text', async () => {
    const known = await readLinearPatterns();
    const superLinear: string[] = [];
    for (const { path, text } of patterns.filter((one) => !known.has(one.text))) {
      const growth = await findGrowth(text);
      if (growth !== null) superLinear.push(`${path}: ${text}: ${growth}`);
    }
    expect(superLinear).toEqual([]);
  }, 300_000);

  test('that is made at run time is known', () => {
    expect([...new Set(atRunTime)].filter((path) => !(path in MADE_OF))).toEqual([]);
  });

  test.each([String.raw`/[ \t]+\n/g`, '/x{0,29}[^y]*z{4,5}(?=a)/'])('%s would be found', async (text) => {
    expect(await findGrowth(text)).toMatch(/polynomial/);
  });
});
