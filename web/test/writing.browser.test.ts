import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createOrganization } from '../../test/groups.ts';
import { DESK } from './harness/browser.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { chatPage } from './pages/chat.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';

const site = await openSite();

type Entry = { id: string; title: string; content: string; tags: string[] };

/** Writes an entry by the API, and opens it. */
async function openEntry(
  page: Page,
  call: Visitor['call'],
  entry: { title: string; content: string; notebook_id?: string },
): Promise<string> {
  const { entry: created } = await call<{ entry: Entry }>('POST', '/api/journal', entry);
  await page.goto(`/journal/${created.id}`);
  await page.locator('article h1, article h2').first().waitFor({ state: 'attached' });
  return created.id;
}

/** Writes at the end of the text, and waits until this device has it. */
async function type(page: Page, text: string): Promise<void> {
  const editor = editorPage(page);
  await editor.text.press('ControlOrMeta+End');
  await editor.text.pressSequentially(text);
  await page.getByText('Draft kept on this device').waitFor();
}

async function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const [name = ''] = (await indexedDB.databases())
      .map((one) => one.name ?? '')
      .filter((one) => !one.includes('answers'));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const drafts = await new Promise<{ fields: { content: string } }[]>((resolve) => {
      const request = database.transaction('drafts').objectStore('drafts').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return drafts.map(({ fields }) => fields.content).sort();
  });
}

describe('Two tabs', () => {
  test.each([
    ['with locks', true],
    ['without locks, as over plain http', false],
  ])('write a new entry each, and both texts stay: %s', async (_what, hasLocks) => {
    const { context, problems } = await site.visitAsNew();
    if (!hasLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    const [one, other] = [await context.newPage(), await context.newPage()];
    await editorPage(one).open();
    await type(one, 'Begun.');
    await editorPage(other).open();
    await type(other, ' B1');
    await type(one, ' A paragraph of the first tab.');
    await type(other, ' B2');
    const begun = hasLocks ? '' : 'Begun.';
    await expect.poll(() => draftsIn(one)).toEqual([`${begun} B1 B2`, 'Begun. A paragraph of the first tab.'].sort());

    await Promise.all([one.close(), other.close()]);
    const page = await context.newPage();
    await page.goto('/journal/drafts');
    await page.getByText('A paragraph of the first tab.').waitFor();
    await page.getByText('B1 B2').waitFor();
    expect(problems.take()).toEqual([]);
    await context.close();
  });

  test('change an entry: both drafts stay, and the user decides between the two', async () => {
    const { context, call } = await site.visitAsNew();
    const { entry } = await call<{ entry: Entry }>('POST', '/api/journal', { title: 'Weir', content: 'Low water.' });
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(`/journal/${entry.id}/edit`);
      await editorPage(page).text.waitFor();
    }
    await type(one, ' From one.');
    await type(other, ' From the other.');
    await other.getByText('goes on as a draft of its own').waitFor();
    expect(await draftsIn(one)).toEqual(['Low water. From one.', 'Low water. From the other.']);

    await one.getByRole('button', { name: 'Done', exact: true }).click();
    await expect
      .poll(async () => (await call<{ entry: Entry }>('GET', `/api/journal/${entry.id}`)).entry.content)
      .toBe('Low water. From one.');
    await other.getByRole('button', { name: 'Done', exact: true }).click();
    const { bar } = journalPage(other);
    await bar.getByRole('button', { name: 'Show' }).click();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await other.getByRole('button', { name: 'Keep both' }).click();
    await expect
      .poll(async () => (await call<{ entry: Entry }>('GET', `/api/journal/${entry.id}`)).entry.content)
      .toBe('Low water. From one.\n\n---\n\nLow water. From the other.');
    await context.close();
  });
});

describe('What is pasted or dropped', () => {
  test.each([
    [
      'text of a word processor',
      { 'text/plain': 'Words copied', 'text/html': '<p>Words copied</p>' },
      true,
      'Words copied',
    ],
    [
      'rich text alone',
      { 'text/html': '<h2>Fog</h2><ol start="3"><li>a <b>b</b></li></ol>' },
      false,
      '## Fog\n\n3. a **b**',
    ],
    ['a picture alone', {}, true, ''],
    ['text with a picture, dropped on the text', { 'text/plain': 'Words dropped' }, true, 'Words dropped', dropOnText],
    ['text with a picture, dropped beside it', { 'text/plain': 'Words dropped' }, true, 'Words dropped', dropBeside],
    ['a picture alone, dropped beside the text', {}, true, '', dropBeside],
  ])('%s', async (_what, texts, hasPicture, expected, bring = paste) => {
    const { context } = await site.visitAsNew();
    const page = await context.newPage();
    const editor = editorPage(page);
    await editor.open();
    await bring(page, texts as Record<string, string>, hasPicture);
    if (expected === '') {
      await page.getByRole('list', { name: 'Photos' }).locator('img').first().waitFor();
    } else {
      await expect.poll(() => editor.text.inputValue()).toBe(expected);
      expect(await page.getByRole('list', { name: 'Photos' }).count()).toBe(0);
    }
    expect(await editor.text.inputValue()).toBe(expected);
    await context.close();
  });
});

/** Pastes into the text as the browser does. Plain text is then inserted by the command of the browser. */
async function paste(page: Page, texts: Record<string, string>, hasPicture: boolean): Promise<void> {
  await bringTo(editorPage(page).text, 'paste', texts, hasPicture);
}

async function dropOnText(page: Page, texts: Record<string, string>, hasPicture: boolean): Promise<void> {
  await bringTo(editorPage(page).text, 'drop', texts, hasPicture);
}

async function dropBeside(page: Page, texts: Record<string, string>, hasPicture: boolean): Promise<void> {
  await bringTo(page.getByRole('region', { name: 'Editor' }), 'drop', texts, hasPicture);
}

/** Drops or pastes files. The browser drops files only if the page has accepted the event before. Its default action leaves the page. */
async function bringTo(
  target: Locator,
  kind: 'paste' | 'drop',
  texts: Record<string, string>,
  hasPicture: boolean,
): Promise<void> {
  await target.evaluate(
    async (element: HTMLElement, { kind, texts, hasPicture }) => {
      const data = new DataTransfer();
      for (const [kind, text] of Object.entries(texts)) data.setData(kind, text);
      if (hasPicture) {
        const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 20 });
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        if (blob !== null) data.items.add(new File([blob], 'image.png', { type: 'image/png' }));
      }
      const options = { bubbles: true, cancelable: true };
      if (kind === 'drop') {
        const isRefused = element.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
        if (isRefused || element.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data })))
          throw new Error('The browser would open the picture.');
        return;
      }
      element.focus();
      if (element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data })))
        document.execCommand('insertText', false, data.getData('text/plain'));
    },
    { kind, texts, hasPicture },
  );
}

test('a text above the limit stays whole, is not sent, and goes on in a second entry', async () => {
  const { context, call } = await site.visitAsNew();
  const page = await context.newPage();
  const editor = editorPage(page);
  await editor.open();
  // A field of many thousand lines takes a browser minutes.
  const text = `${`${'Fog over the weir. '.repeat(70)}Fog.\n\n`.repeat(110)}THE END`;
  await paste(page, { 'text/plain': text }, false);
  await page.getByText('characters too many. At most 100,000.').waitFor();
  expect(await editor.text.inputValue()).toBe(text);
  await editor.done.click();
  expect(new URL(page.url()).pathname).toBe('/journal/new');

  await editor.title.fill('x'.repeat(260));
  await page.getByText('Title: 60 characters too many. At most 200.').waitFor();
  expect((await editor.title.inputValue()).length).toBe(260);
  await editor.title.fill('A long day');

  await page.getByRole('button', { name: 'Continue in a second entry' }).click();
  await page.getByText('The rest of the text is a draft of its own.').waitFor();
  await page.getByText('Draft kept on this device').waitFor();
  const kept = await draftsIn(page);
  expect(kept.some((part) => part.endsWith('THE END'))).toBe(true);
  expect(kept.reduce((sum, part) => sum + part.length, 0)).toBe(text.length - 2);
  await editor.finish();
  await expect
    .poll(async () => (await call<{ entries: Entry[] }>('GET', '/api/journal')).entries.map(({ title }) => title))
    .toEqual(['A long day']);
  await context.close();
});

describe('An input method', () => {
  test('composes a tag in Chromium: Enter ends the composition, and no half a word becomes a tag', async () => {
    const { context } = await site.visitAsNew({ viewport: DESK });
    const page = await context.newPage();
    await editorPage(page).open();
    const tags = page.getByRole('textbox', { name: 'Tags' });
    await tags.focus();
    const session = await context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'にほn', selectionStart: 3, selectionEnd: 3 });
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key, key: ',', code: 'Comma' });
    expect(await page.getByRole('button', { name: /^Remove the tag/ }).count()).toBe(0);
    expect(await tags.inputValue()).toBe('にほn');
    await session.send('Input.insertText', { text: '日本' });
    await tags.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag 日本' }).waitFor();
    await session.send('Input.insertText', { text: '東京、' });
    await page.getByRole('button', { name: 'Remove the tag 東京' }).waitFor();
    await context.close();
  });

  test('ends a composition in Safari: the Enter after it does nothing', async () => {
    const { context } = await site.visitAsNew({ viewport: DESK });
    const page = await context.newPage();
    const editor = editorPage(page);
    await editor.open();
    const tags = page.getByRole('textbox', { name: 'Tags' });
    await tags.fill('にほん');
    await pressAsSafari(tags);
    expect(await page.getByRole('button', { name: /^Remove the tag/ }).count()).toBe(0);
    expect(await tags.inputValue()).toBe('にほん');
    for (const field of [editor.title, editor.text]) await pressAsSafari(field);
    expect(await editor.text.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  test('sends no message in the order of Safari', async () => {
    const [ada, mira] = [await site.visitAsNew({ viewport: DESK }), await site.visitAsNew()];
    const idOf = async ({ call }: Visitor) => (await call<{ profile: { id: string } }>('GET', '/api/me')).profile;
    const room = await createOrganization(site.app.deps, (await idOf(ada)) as never, [(await idOf(mira)) as never]);
    const page = await ada.context.newPage();
    await page.goto(`/chat/${room}`);
    const { field } = chatPage(page);
    await field.fill('日本語');
    await pressAsSafari(field);
    expect(await field.inputValue()).toBe('日本語');
    await field.press('Enter');
    await chatPage(page).message('日本語').waitFor();
    await Promise.all([ada.context.close(), mira.context.close()]);
  });
});

/** Safari ends the composition before the keydown of that Enter. */
async function pressAsSafari(field: ReturnType<Page['getByRole']>): Promise<void> {
  await field.evaluate((element: HTMLElement) => {
    element.focus();
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    const key = { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true, cancelable: true };
    if (!element.dispatchEvent(new KeyboardEvent('keydown', key))) throw new Error('The key was used.');
  });
}

test('an entry is read as it was written', async () => {
  const { context, call, problems } = await site.visitAsNew();
  const page = await context.newPage();
  await openEntry(page, call, { title: 'Lists', content: '2021. What a year.\n\n- [x] done\n\nيوم في القدس.' });
  const item = page.getByRole('listitem').filter({ hasText: 'What a year.' });
  expect(await item.evaluate((element: HTMLLIElement) => element.value)).toBe(2021);
  await page.getByRole('img', { name: 'Done' }).waitFor();
  const direction = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).direction);
  expect(await direction('يوم في القدس.')).toBe('rtl');
  expect(await direction('What a year.')).toBe('ltr');
  await page.goto('/journal');
  await page.getByText('2021. What a year.').first().waitFor();

  const editor = editorPage(page);
  await editor.open();
  await editor.write({ title: 'يوم', text: 'في القدس.' });
  for (const field of [editor.title, editor.text])
    expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('an entry without a title shows its text once', async () => {
  const { context } = await site.visitAsNew();
  const page = await context.newPage();
  const editor = editorPage(page);
  await editor.open();
  await editor.write({ title: '', text: 'The river was grey.' });
  await editor.finish();
  const entry = journalPage(page).entry('The river was grey.');
  await entry.waitFor();
  await expect.poll(() => page.getByText('The river was grey.').count()).toBe(1);
  await entry.click();
  await page.locator('article p').filter({ hasText: 'The river was grey.' }).waitFor();
  const title = page.getByRole('heading', { level: 1, name: 'The river was grey.' });
  expect((await title.boundingBox())?.width).toBe(1);
  await context.close();
});

test('on paper an entry is dark on white, without bars', async () => {
  const { context, call } = await site.visitAsNew({ colorScheme: 'dark' });
  const page = await context.newPage();
  await openEntry(page, call, { title: 'Printed', content: 'A paragraph.\n\n'.repeat(200) });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paragraph = page.getByText('A paragraph.').last();
  await expect.poll(() => paragraph.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
  const paper = () => ({
    background: getComputedStyle(document.body).backgroundColor,
    bars: [...document.querySelectorAll('nav, button, [aria-label="Who can see this"]')].filter((one) =>
      one.checkVisibility(),
    ).length,
    fixed: [...document.querySelectorAll('body *')].filter(
      (one) => one.checkVisibility() && getComputedStyle(one).position === 'fixed',
    ).length,
  });
  // The parts that load later come with their styles.
  await expect.poll(() => page.evaluate(paper)).toEqual({ background: 'rgb(255, 255, 255)', bars: 0, fixed: 0 });
  expect(await paragraph.isVisible()).toBe(true);
  await context.close();
});

test.each([
  ['en-US', 'Sun'],
  ['en-GB', 'Mon'],
  ['ar-EG', 'Sat'],
])('the calendar of %s begins with %s', async (locale, first) => {
  const { context } = await site.visitAsNew({ locale });
  const page = await context.newPage();
  await page.goto('/journal/calendar');
  expect(await page.getByRole('columnheader').first().innerText()).toBe(first);
  await context.close();
});

test('Share opens the readers, which are changed there, and gives the focus back', async () => {
  const { context, call } = await site.visitAsNew();
  const page = await context.newPage();
  await call('POST', '/api/organizations', { name: 'Keepers of the weir' });
  const { notebook } = await call<{ notebook: { id: string } }>('POST', '/api/notebooks', {
    name: 'Evenings by the river, and mornings at the weir',
  });
  const id = await openEntry(page, call, {
    title: 'Shared',
    content: 'With everyone.',
    notebook_id: notebook.id,
  });
  // Day and time, and the notebook, beside the buttons of a phone.
  const time = page.getByRole('article').locator('time').first();
  expect(await time.innerText()).toMatch(/\d{4}, \d{1,2}:\d{2}$/);
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  expect(await time.locator('..').evaluate(partsOutside)).toEqual([]);

  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Who can see this' });
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await dialog.getByText('Who can see this', { exact: true }).count()).toBe(1);
  const readers = dialog.getByRole('combobox', { name: 'Text and photos' });
  const group = readers.getByRole('option', { name: 'Keepers of the weir (Organization, 1 person)' });
  await group.waitFor({ state: 'attached' });
  await readers.selectOption('public');
  await dialog.getByText('Everyone', { exact: true }).last().waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => share.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect
    .poll(async () => (await call<{ entry: { content_visibility: string } }>('GET', `/api/journal/${id}`)).entry)
    .toMatchObject({ content_visibility: 'public', content: 'With everyone.' });
  await context.close();
});

/** The texts of the parts that are not wholly inside an element and its bar, or reach under the buttons of the bar. Runs in the page. */
function partsOutside(element: Element): string[] {
  const box = element.getBoundingClientRect();
  const bar = element.parentElement;
  const { top, bottom } = bar?.getBoundingClientRect() ?? box;
  const tools = bar?.querySelector('button')?.parentElement?.getBoundingClientRect() ?? box;
  return [...element.children]
    .filter((part) => {
      const of = part.getBoundingClientRect();
      const isInside = of.left >= box.left && of.right <= Math.min(box.right, tools.left);
      return !(isInside && of.top >= top && of.bottom <= bottom);
    })
    .map((part) => part.textContent);
}
