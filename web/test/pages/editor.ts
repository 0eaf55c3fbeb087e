import type { Page } from 'playwright-core';

/** The screen on which an entry is written. */
export function editorPage(page: Page) {
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const done = page.getByRole('button', { name: 'Done', exact: true });
  return {
    title,
    text,
    done,
    open: async () => {
      await page.goto('/journal/new');
      await text.waitFor();
    },
    write: async (entry: { title: string; text: string }) => {
      await title.fill(entry.title);
      await text.fill(entry.text);
      await page.getByText('kept on this device').first().waitFor();
    },
    addPhoto: async (name: string, content: Buffer) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer: content });
      await page.getByRole('list', { name: 'Photos' }).locator('img').first().waitFor();
    },
    finish: async () => {
      await done.click();
      await page.waitForURL(/\/journal(\/[0-9a-f-]{36})?$/);
    },
  };
}
