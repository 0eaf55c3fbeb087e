import { expect, test } from 'vitest';
import { openSite } from './harness/site.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';

const site = await openSite();

test('Done pressed twice saves one entry', async () => {
  const { context, problems, call } = await site.visitAsNew();
  const page = await context.newPage();
  const editor = editorPage(page);
  await editor.open();
  await editor.write({ title: 'Pressed twice', text: 'Once is enough.' });
  await page.getByRole('button', { name: 'Done', exact: true }).dblclick();
  await journalPage(page).entry('Pressed twice').waitFor();
  await expect
    .poll(() => call<{ entries: object[] }>('GET', '/api/journal'))
    .toMatchObject({ entries: [{ title: 'Pressed twice', version: 1 }] });
  await journalPage(page).bar.waitFor({ state: 'detached' });
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('Escape closes a dialog of the editor, then the editor, which keeps the text', async () => {
  const { context, problems } = await site.visitAsNew();
  const page = await context.newPage();
  const editor = editorPage(page);
  await editor.open();
  await editor.write({ title: 'Not thrown away', text: 'Two keys.' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/journal/new');

  await editor.text.press('Escape');
  await page.waitForURL(/\/journal$/);
  await page.goto('/journal/drafts');
  await page.getByText('Not thrown away').waitFor();
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('a text that the device has no room for is not left', async () => {
  const { context } = await site.visitAsNew();
  const page = await context.newPage();
  const editor = editorPage(page);
  await editor.open();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  });
  await editor.text.fill('Nowhere to go.');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('No room left').waitFor();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByText('No room left').waitFor();
  expect(new URL(page.url()).pathname).toBe('/journal/new');
  expect(await editor.text.inputValue()).toBe('Nowhere to go.');
  await context.close();
});
