import type { Page } from 'playwright-core';

/** Opens a screen and waits until it receives events. Earlier changes would not appear without a reload. */
export async function openLive(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await page.goto(path);
  await opened;
}
