import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESK } from './harness/browser.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';

const site = await openSite();

const SOON = { timeout: 20_000 };
const JOURNAL = /\/api\/journal(\/[0-9a-f-]{36})?$/;

test('two tabs that come back online send each write once', async () => {
  const visitor = await site.visitAsNew();
  const tabs = [await visitor.context.newPage(), await visitor.context.newPage()];
  const sent = watchWrites(visitor.context);
  for (const tab of tabs) await editorPage(tab).open();
  await site.gate.cut();
  for (const [index, tab] of tabs.entries()) {
    await editorPage(tab).write({ title: `From tab ${index}`, text: 'x' });
    await editorPage(tab).finish();
    await journalPage(tab).bar.getByText('You are offline.').waitFor();
  }
  await site.gate.mend();
  await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
  for (const tab of tabs) await journalPage(tab).bar.waitFor({ state: 'detached' });
  await expect.poll(() => titlesOf(visitor), SOON).toEqual(['From tab 0', 'From tab 1']);
  await expect.poll(() => sent, SOON).toEqual(['POST', 'POST']);
  await visitor.context.close();
});

test('a write whose response was lost has no effect a second time, and is no conflict', async () => {
  const visitor = await site.visitAsNew();
  const page = await visitor.context.newPage();
  const lost: string[] = [];
  await page.route(JOURNAL, async (route) => {
    const method = route.request().method();
    if (method === 'GET' || lost.filter((one) => one === method).length === 2) return route.continue();
    lost.push(method);
    await route.fetch();
    await route.abort();
  });
  const [editor, journal] = [editorPage(page), journalPage(page)];
  await editor.open();
  await editor.write({ title: 'Once', text: 'First.' });
  await editor.finish();
  await expect.poll(() => waitingIn(page), SOON).toEqual([]);
  expect(await titlesOf(visitor)).toEqual(['Once']);

  const { entries } = await visitor.call<{ entries: { id: string }[] }>('GET', '/api/journal');
  await page.goto(`/journal/${entries[0]?.id}/edit`);
  await editor.text.fill('Second.');
  await editor.finish();
  await expect.poll(() => lost, SOON).toEqual(['POST', 'POST', 'PATCH', 'PATCH']);
  await expect.poll(() => waitingIn(page), SOON).toEqual([]);
  await journal.bar.waitFor({ state: 'detached' });
  await expect
    .poll(() => visitor.call('GET', '/api/journal'), SOON)
    .toMatchObject({ entries: [{ content: 'Second.', version: 2 }] });
  await visitor.context.close();
});

test('an edit that is made while another is being sent arrives after it', async () => {
  const visitor = await site.visitAsNew();
  const { entry } = await visitor.call<{ entry: { id: string } }>('POST', '/api/journal', {
    title: 'Fog',
    content: 'x',
  });
  const page = await visitor.context.newPage();
  const held: Route[] = [];
  await page.route(JOURNAL, (route) => {
    if (route.request().method() === 'PATCH' && held.length === 0) held.push(route);
    else void route.continue();
  });
  const [editor, journal] = [editorPage(page), journalPage(page)];
  await page.goto(`/journal/${entry.id}/edit`);
  await editor.text.fill('First edit.');
  await editor.finish();
  await expect.poll(() => held, SOON).toHaveLength(1);
  await journal.entry('Fog').click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect.poll(() => editor.text.inputValue(), SOON).toBe('First edit.');
  await editor.text.fill('Second edit.');
  await editor.finish();
  expect(await waitingIn(page)).toEqual(['sending', 'queued']);
  await held[0]?.continue();
  await expect.poll(() => waitingIn(page), SOON).toEqual([]);
  expect(await visitor.call('GET', '/api/journal')).toMatchObject({
    entries: [{ content: 'Second edit.', version: 3 }],
  });
  await visitor.context.close();
});

test('a server that asks for a long wait is not asked before, not even after a new start', async () => {
  const visitor = await site.visitAsNew();
  const page = await visitor.context.newPage();
  let refusals = 0;
  await page.route(JOURNAL, (route) => {
    if (route.request().method() !== 'POST' || !route.request().postData()?.includes('Too soon'))
      return route.continue();
    refusals += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { error: 'Wait.', code: 'rate' } });
  });
  const [editor, journal] = [editorPage(page), journalPage(page)];
  const write = async (title: string) => {
    await editor.open();
    await editor.write({ title, text: 'x' });
    await editor.finish();
  };
  await write('Too soon');
  // A page that is left while a write is on its way does not hear of the wait.
  await expect.poll(async () => [refusals, ...(await waitingIn(page))], SOON).toEqual([1, 'queued']);
  await journal.bar.getByText('One thing is waiting').waitFor();
  await write('Passes');
  await expect.poll(() => titlesOf(visitor), SOON).toEqual(['Passes']);
  await page.reload();
  await write('Passes too');
  await expect.poll(() => titlesOf(visitor), SOON).toEqual(['Passes', 'Passes too']);
  await expect.poll(() => waitingIn(page), SOON).toEqual(['queued']);
  expect(refusals).toBe(1);
  await visitor.context.close();
});

describe('a write that the server refuses', () => {
  test('is sent again under a new key, or edited', async () => {
    const visitor = await site.visitAsNew();
    const page = await visitor.context.newPage();
    const keys: (string | undefined)[] = [];
    await page.route(JOURNAL, (route) => {
      const request = route.request();
      if (request.method() !== 'POST' || !request.postData()?.includes('Refused')) return route.continue();
      keys.push(request.headers()['idempotency-key']);
      return route.fulfill({ status: 403, json: { error: 'Confirm your address first.', code: 'x' } });
    });
    const [editor, journal] = [editorPage(page), journalPage(page)];
    await editor.open();
    await editor.write({ title: 'Refused', text: 'Kept.' });
    await editor.finish();
    const pending = page.getByRole('region', { name: 'Waiting to be sent' });
    await pending.getByText('Confirm your address first.').waitFor();
    await pending.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => new Set(keys).size, SOON).toBe(2);
    await pending.getByText('Confirm your address first.').waitFor();

    await pending.getByRole('button', { name: 'Edit' }).click();
    await editor.text.waitFor();
    expect(await editor.text.inputValue()).toBe('Kept.');
    await editor.write({ title: 'Accepted', text: 'Kept.' });
    await editor.finish();
    await journal.entry('Accepted').waitFor();
    await expect.poll(() => titlesOf(visitor), SOON).toEqual(['Accepted']);
    await expect.poll(() => waitingIn(page), SOON).toEqual([]);
    await visitor.context.close();
  });
});

test('without room on the device an entry is sent at once, and stays in the editor if that fails', async () => {
  const visitor = await site.visitAsNew({ viewport: DESK });
  const page = await visitor.context.newPage();
  const editor = editorPage(page);
  await editor.open();
  await editor.write({ title: 'No room', text: 'x' });
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put;
  });
  await site.gate.cut();
  await editor.done.click();
  await page.getByText('No room left on this device.').first().waitFor();
  expect(await editor.text.inputValue()).toBe('x');
  await site.gate.mend();
  await editor.finish();
  await expect.poll(() => titlesOf(visitor), SOON).toEqual(['No room']);
  await visitor.context.close();
});

/** The writes of entries that the server responds to. A browser without a connection tries now and then. */
function watchWrites(context: BrowserContext): string[] {
  const writes: string[] = [];
  context.on('response', (response) => {
    const method = response.request().method();
    if (method !== 'GET' && JOURNAL.test(response.url())) writes.push(method);
  });
  return writes;
}

async function titlesOf({ call }: Pick<Visitor, 'call'>): Promise<string[]> {
  const { entries } = await call<{ entries: { title: string }[] }>('GET', '/api/journal');
  return entries.map(({ title }) => title).sort();
}

/** The states of what waits on the device. */
async function waitingIn(page: Page): Promise<string[]> {
  const items = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(`meadow-${localStorage.getItem('meadow-user')}`);
      opening.onsuccess = () => resolve(opening.result);
    });
    const reading = database.transaction('outbox').objectStore('outbox').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    database.close();
    return reading.result as { state: string }[];
  });
  return items.map(({ state }) => state);
}
