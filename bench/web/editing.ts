import { type Browser, type Visit, withPage } from './browser.ts';

const KEYS = 200;
/** Browsers tell nothing of shorter events. */
const MIN_DURATION_MS = 16;

/** The time from key to paint that 95 of 100 keys stay within, at the end of a long entry. */
export async function measureTyping(browser: Browser, visit: Visit & { entryId: string }): Promise<number> {
  return withPage(browser, visit, async (page) => {
    await page.goto(`/journal/${visit.entryId}/edit`);
    const field = page.locator('textarea').last();
    await field.focus();
    await page.keyboard.press('Control+End');
    await page.evaluate('bench.untilQuiet()');
    const before = (await page.evaluate<number[]>('bench.keyDurations()')).length;
    for (let key = 0; key < KEYS; key += 1) await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await page.evaluate('bench.untilQuiet()');
    const long = (await page.evaluate<number[]>('bench.keyDurations()')).slice(before);
    const durations = [...long, ...Array.from({ length: KEYS - long.length }, () => MIN_DURATION_MS)];
    return durations.toSorted((one, other) => one - other)[Math.ceil(KEYS * 0.95) - 1] ?? 0;
  });
}
