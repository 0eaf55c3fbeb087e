import type { Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESK } from './harness/browser.ts';
import { openSite } from './harness/site.ts';
import { cachedQueries, JOURNAL_QUERIES, keptShell } from './harness/worker.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';
import { plantSamples } from './samples.ts';

const site = await openSite();

describe('offline', () => {
  test('entries that were read can be read again, after a start without a connection', async () => {
    const visitor = await site.visitAsNew({ serviceWorkers: 'allow', viewport: DESK });
    const { entry } = await plantSamples(visitor);
    const page = await visitor.context.newPage();
    // A page that is left at once keeps nothing.
    for (const [path, keys] of [
      ['/today', ['["today"]']],
      ['/notebooks', ['["journal","notebooks"]']],
      ['/goals', ['["goals","list"]', '["goals","recent"]']],
      [`/journal/${entry}`, [...JOURNAL_QUERIES, `["journal","entry","${entry}"]`, '["read-ahead"]']],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).last().waitFor();
      await cachedQueries(page, keys);
    }
    await keptShell(page);
    await site.gate.cut();
    await page.goto('/journal');
    await journalPage(page).bar.getByText('You are offline.').waitFor();
    await journalPage(page).entry('Two devices').waitFor();
    await page.goto(`/journal/${entry}`);
    await page.getByRole('blockquote').getByText('A quote.').waitFor();
    // An entry that was never opened here was read ahead.
    await page.goto('/journal');
    // By key: a pointer that rests would preload the link below it on the next screens, which may not be kept.
    await journalPage(page).entry('Untitled').press('Enter');
    await page.getByRole('article', { name: 'Untitled' }).getByText('Untitled. Untitled.').waitFor();
    // The screens of a day open too. One that fails logs its error.
    const failed = visitor.problems.take().map((problem) => `journal: ${problem}`);
    for (const path of ['/today', '/notebooks', '/goals', '/me']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      failed.push(...visitor.problems.take().map((problem) => `${path}: ${problem}`));
    }
    expect(failed).toEqual([]);

    await site.gate.mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await journalPage(page).bar.waitFor({ state: 'detached' });
    await visitor.context.close();
  });

  test('each main screen opens on what was read ahead, or leads to what is kept', async () => {
    const visitor = await site.visitAsNew({ serviceWorkers: 'allow' });
    await plantSamples(visitor);
    const page = await visitor.context.newPage();
    await journalPage(page).open();
    await keptShell(page);
    await cachedQueries(page, [
      ...JOURNAL_QUERIES,
      '["today"]',
      '["goals","list"]',
      '["chat","rooms"]',
      '["read-ahead"]',
    ]);
    await site.gate.cut();
    for (const [path, title] of [
      ['/today', null],
      ['/goals', 'Goals'],
      ['/chat', 'Chat'],
      ['/wellbeing', 'Wellbeing'],
      // It was never opened, and is not read ahead.
      ['/me/tokens', 'This is not kept on this device'],
    ] as const) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 }).first();
      await heading.waitFor();
      if (title !== null) await page.getByRole('heading', { level: 1, name: title }).waitFor();
      else expect(await heading.innerText()).not.toBe('This is not kept on this device');
    }
    await page.getByRole('main').getByRole('link', { name: 'Open the journal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    await journalPage(page).bar.getByRole('link', { name: 'write' }).click();
    await editorPage(page).text.waitFor();
    await visitor.context.close();
  });

  test('a server that fails leaves the cached entries in sight, and says so', async () => {
    const visitor = await site.visitAsNew();
    await plantSamples(visitor);
    const page = await visitor.context.newPage();
    await journalPage(page).open();
    await cachedQueries(page);
    await page.route('**/api/journal?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal error.', code: 'server.internal' } }),
    );
    await page.reload();
    await journalPage(page).entry('Two devices').waitFor();
    await journalPage(page).bar.getByText('The server has a problem').waitFor();
    await page.unroute('**/api/journal?*');
    await journalPage(page).bar.getByRole('button', { name: 'Try again' }).click();
    await journalPage(page).bar.waitFor({ state: 'detached' });
    await visitor.context.close();
  });

  test('no response of the API lies in Cache Storage', async () => {
    const visitor = await site.visitAsNew({ serviceWorkers: 'allow' });
    await plantSamples(visitor);
    const page = await visitor.context.newPage();
    await journalPage(page).open();
    await keptShell(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/');
    expect(kept.filter((path) => !/^\/(assets|icons)\/|^\/$/.test(path))).toEqual([]);
    await visitor.context.close();
  });
});

describe('an entry that is sent later', () => {
  const HOUR_MS = 3_600_000;

  test.each([
    ['has the time at which it was written', -HOUR_MS],
    ['has the time of the server where the clock of the device is an hour ahead', HOUR_MS],
  ])('%s', async (_what, offset) => {
    const visitor = await site.visitAsNew({ serviceWorkers: 'allow', viewport: DESK });
    const page = await visitor.context.newPage();
    const written = new Date(site.app.clock.now().getTime() + offset);
    const editor = editorPage(page);
    await editor.open();
    await keptShell(page);
    await site.gate.cut();
    await page.clock.setFixedTime(written);
    await editor.write({ title: 'Written on the train', text: 'No network here.' });
    await editor.finish();
    await site.gate.mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    type Listed = { entries: { title: string; written_at: string; created_at: string }[] };
    const listed = () => visitor.call<Listed>('GET', '/api/journal?scope=mine');
    await expect.poll(async () => (await listed()).entries.length).toBe(1);
    const [entry] = (await listed()).entries;
    expect(entry?.written_at).toBe(offset < 0 ? written.toISOString() : entry?.created_at);
    await visitor.context.close();
  });
});

describe('a part of a screen whose code does not come', () => {
  test('leaves the editor and what was typed, which can be sent once the server can be reached', async () => {
    const visitor = await site.visitAsNew({ viewport: DESK });
    const page = await visitor.context.newPage();
    const ofParts = /\/assets\/(editor-menu|outbox)-(?!provider)/;
    const isMenu = (request: Request) => /editor-menu-/.test(request.url());
    await page.route(ofParts, async (route) => {
      if (isMenu(route.request())) await site.gate.cut();
      await route.abort();
    });
    const lost = page.waitForEvent('requestfailed', isMenu);
    const editor = editorPage(page);
    await editor.open();
    await lost;
    await editor.write({ title: 'Written in a tunnel', text: 'The menu is missing.' });
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
    await editor.done.click();
    await page.getByRole('alert').getByText('The server did not answer.').waitFor();
    expect(await editor.title.inputValue()).toBe('Written in a tunnel');
    await page.unroute(ofParts);
    await site.gate.mend();
    await page.reload();
    await editor.text.waitFor();
    expect(await editor.title.inputValue()).toBe('Written in a tunnel');
    await editor.finish();
    const listed = () => visitor.call<{ entries: { title: string }[] }>('GET', '/api/journal?scope=mine');
    await expect.poll(async () => (await listed()).entries).toMatchObject([{ title: 'Written in a tunnel' }]);
    await visitor.context.close();
  });
});

describe('another device', () => {
  test('a text that was changed twice is shown side by side, and one choice keeps both', async () => {
    const visitor = await site.visitAsNew({ viewport: DESK });
    const { entry: id } = await plantSamples(visitor);
    const page = await visitor.context.newPage();
    await page.goto(`/journal/${id}/edit`);
    const editor = editorPage(page);
    await editor.text.waitFor();
    const { entry } = await visitor.call<{ entry: { version: number } }>('GET', `/api/journal/${id}`);
    expect(entry.version).toBeGreaterThan(0);
    await visitor.call('PATCH', `/api/journal/${id}`, { content: 'From the other device.' });
    await editor.text.fill('From this device.');
    await editor.finish();
    const { bar } = journalPage(page);
    await bar.getByRole('button', { name: 'Show' }).click();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { level: 1, name: 'Which text do you keep?' }).waitFor();
    await page.getByRole('button', { name: 'Keep both' }).click();
    await expect
      .poll(() => visitor.call('GET', `/api/journal/${id}`))
      .toMatchObject({ entry: { content: 'From the other device.\n\n---\n\nFrom this device.' } });
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });
});

describe('a refusal', () => {
  test('names its reason, and the text is discarded only after a second press', async () => {
    const visitor = await site.visitAsNew({ viewport: DESK });
    const page = await visitor.context.newPage();
    await page.route('**/api/journal', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { error: 'The text is too long.', code: 'journal.too-long' } })
        : route.continue(),
    );
    const editor = editorPage(page);
    await editor.open();
    await editor.write({ title: 'Refused', text: 'x' });
    await editor.finish();
    const { bar } = journalPage(page);
    await bar.getByRole('button', { name: 'Show' }).click();
    await bar.getByText('The text is too long.').waitFor();
    await bar.getByRole('button', { name: 'Discard “Refused”' }).click();
    await bar.getByText('It exists only on this device.').waitFor();
    await bar.getByRole('button', { name: 'Discard', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    await visitor.context.close();
  });
});
