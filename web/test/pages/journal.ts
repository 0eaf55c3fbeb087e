import type { Page } from 'playwright-core';

/** The timeline. */
export function journalPage(page: Page) {
  return {
    open: async () => {
      await page.goto('/journal');
      await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    },
    entry: (title: string) => page.getByRole('link', { name: title }).first(),
    bar: page.getByRole('region', { name: 'Connection' }),
  };
}
