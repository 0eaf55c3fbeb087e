import type { Page } from 'playwright-core';

const BUSY = '[aria-busy=true], [data-pending]';

/** Waits until a screen has its title, its data, its fonts and its pictures, and two frames were drawn since. */
export async function settled(page: Page, waitFor = 'h1'): Promise<void> {
  await page.locator(waitFor).filter({ visible: true }).first().waitFor();
  await page.locator(BUSY).first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // No function with a name: the compiler of scripts adds a call that the page does not know.
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.loading !== 'lazy' || (bottom > 0 && top < innerHeight);
    });
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
