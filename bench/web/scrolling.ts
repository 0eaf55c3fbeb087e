import { type Browser, type Visit, withPage } from './browser.ts';

export type ScrollMeasurement = { entries: number; frames: number; longestMs: number; slowFrames: number };

export const MAX_FRAME_MS = 50;

/** Scrolls the timeline to its end, while it loads page after page. */
export async function measureScrolling(browser: Browser, visit: Visit): Promise<ScrollMeasurement> {
  return withPage(browser, visit, async (page) => {
    await page.goto('/journal');
    await page.locator('[role=feed] article').first().waitFor();
    await page.evaluate('bench.untilQuiet()');
    const { frames, entries } = await page.evaluate<{ frames: number[]; entries: number }>('bench.scrollToEnd()');
    return {
      entries,
      frames: frames.length,
      longestMs: Math.max(...frames),
      slowFrames: frames.filter((duration) => duration > MAX_FRAME_MS).length,
    };
  });
}
