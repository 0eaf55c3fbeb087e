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
