import { describe, expect, test } from 'vitest';
import { findInProduction, readSource } from './source-text.ts';

const ENVIRONMENT = /\bprocess\.env\b/;
const SYSTEM_CLOCK_OR_CHANCE =
  /\bDate\.now\b|\bnew Date(\(\s*\)|(?!\s*\())|\bperformance\.now\b|\bMath\.random\b|\b(crypto|webcrypto)\.(random|getRandom)\w*|\b(randomUUID|randomBytes|randomInt|getRandomValues)\b/;

describe('What is handed in', () => {
  test('the environment is read by the configuration alone', async () => {
    const found = findInProduction(await readSource('src'), ENVIRONMENT);
    expect(found.filter((place) => !place.startsWith('src/app/config.ts:'))).toEqual([]);
    expect(found.length, 'reads of the configuration itself').toBeGreaterThan(0);
  });

  test('features take the time and chance from what they are given', async () => {
    expect(findInProduction(await readSource('src/features'), SYSTEM_CLOCK_OR_CHANCE)).toEqual([]);
  });

  test.each(['Date.now()', 'new Date()', 'new Date;', 'Math.random()', 'crypto.randomUUID()', 'randomBytes(8)'])(
    '%s would be found',
    (text) => {
      expect(findInProduction([{ path: 'src/features/a.rules.ts', text }], SYSTEM_CLOCK_OR_CHANCE)).toHaveLength(1);
    },
  );

  test('a date made of something is nothing of the kind', () => {
    const files = [{ path: 'src/features/a.rules.ts', text: 'new Date(since.getTime() + DAY)' }];
    expect(findInProduction(files, SYSTEM_CLOCK_OR_CHANCE)).toEqual([]);
  });
});
