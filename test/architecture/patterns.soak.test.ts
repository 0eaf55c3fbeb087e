import { expect, test } from 'vitest';
import { findGrowth } from './pattern-growth.ts';
import { collectPatterns, readLinearPatterns } from './patterns.ts';

test('each pattern of the list is linear, and in use', async () => {
  const { patterns } = await collectPatterns();
  const used = new Set(patterns.map(({ text }) => text));
  const findings: string[] = [];
  for (const text of await readLinearPatterns()) {
    const growth = used.has(text) ? await findGrowth(text) : 'not in use';
    if (growth !== null) findings.push(`${text}: ${growth}`);
  }
  expect(findings).toEqual([]);
}, 900_000);

// It takes a minute, since the steps of three bounded repetitions multiply.
test('a pattern of bounded repetitions that is not linear would be found', async () => {
  const text = String.raw`/!\[([^\]\n]{0,500})\]\(\s*<?([^)>\s\n]{1,500})>?[^)\n]{0,200}\)/g`;
  expect(await findGrowth(text)).toMatch(/polynomial/);
});
