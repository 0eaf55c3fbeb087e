import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openSite, type Visitor } from './harness/site.ts';
import { cachedQueries } from './harness/worker.ts';
import { editorPage } from './pages/editor.ts';
import { journalPage } from './pages/journal.ts';
import { welcomePage } from './pages/welcome.ts';

const SOON = { timeout: 20_000 };
const site = await openSite();

/** The database of a user who has signed out. */
const LEFT = 'meadow-0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';

describe('a sign-out', () => {
  test('leaves every tab, and nothing of the user stays on the device', async () => {
    const visitor = await site.visitAsNew();
    const [page, other] = [await visitor.context.newPage(), await visitor.context.newPage()];
    await journalPage(page).open();
    await cachedQueries(page);
    await editorPage(other).open();
    await editorPage(other).write({ title: 'Half a thought', text: 'Only here.' });
    expect(await keptOn(page)).toEqual(['answers', 'drafts', 'user']);

    await page.goto('/me');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await Promise.all([page, other].map((tab) => tab.waitForURL(/\/sign-in$/)));
    await expect.poll(() => keptOn(page), SOON).toEqual([]);
    await expect(visitor.call('GET', '/api/me')).rejects.toThrow('401');

    await welcomePage(page).signIn(visitor.account);
    await editorPage(page).open();
    expect(await editorPage(page).text.inputValue()).toBe('');
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });

  test('that was interrupted is finished at the next start, and takes nothing of the user who is known now', async () => {
    const visitor = await site.visitAsNew();
    const page = await visitor.context.newPage();
    const editor = editorPage(page);
    await editor.open();
    await editor.write({ title: 'Mine', text: 'Stays here.' });
    await page.evaluate(async (left) => {
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open(left);
        opening.onsuccess = () => {
          opening.result.close();
          resolve(null);
        };
        opening.onerror = () => reject(opening.error);
      });
      const own = `meadow-${localStorage.getItem('meadow-user')}`;
      localStorage.setItem('meadow-wipe', JSON.stringify([own, left]));
    }, LEFT);
    await page.goto('/');
    const leftOn = () =>
      page.evaluate(async () => {
        const names = (await indexedDB.databases()).map(({ name }) => name);
        return [...names, ...Object.keys(localStorage)];
      });
    await expect.poll(leftOn, SOON).not.toContain('meadow-wipe');
    expect(await leftOn()).not.toContain(LEFT);
    await editor.open();
    expect(await editor.text.inputValue()).toBe('Stays here.');
    expect(visitor.problems.take()).toEqual([]);
    await visitor.context.close();
  });

  test('asks first if something is not sent yet', async () => {
    const visitor = await site.visitAsNew();
    const page = await visitor.context.newPage();
    const { bar } = journalPage(page);
    await page.goto('/me');
    await queueRefused(page);
    await bar.getByText('One thing is waiting').waitFor();
    await page.goto('/me');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await keptOn(page)).toContain('outbox');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await dialog.getByRole('button', { name: 'Sign out and lose it' }).click();
    await page.waitForURL(/\/sign-in$/);
    await expect.poll(() => keptOn(page), SOON).toEqual([]);
    await visitor.context.close();
  });
});

describe('an expired session', () => {
  test('wipes nothing: the user signs in above the page, which goes on and sends', async () => {
    const visitor = await site.visitAsNew();
    const page = await visitor.context.newPage();
    const editor = editorPage(page);
    await editor.open();
    await editor.write({ title: 'Written as it ended', text: 'Still here.' });
    await endSession(visitor);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await editor.finish();
    await signInAbove(page, visitor.account.password);
    await journalPage(page).entry('Written as it ended').waitFor();
    expect(await titlesOf(visitor)).toEqual(['Written as it ended']);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await expect.poll(() => keptOn(page), SOON).toEqual(['answers', 'user']);
    // The journal asked before the user signed in again, and logs that it was refused.
    expect(visitor.problems.take().filter((problem) => !problem.includes('Send an access token'))).toEqual([]);
    await visitor.context.close();
  });

  test('keeps drafts and what waits through a start of the page', async () => {
    const visitor = await site.visitAsNew();
    const page = await visitor.context.newPage();
    const editor = editorPage(page);
    await editor.open();
    await editor.write({ title: 'Waits', text: 'One.' });
    await endSession(visitor);
    await editor.finish();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.goto('/journal/new');
    await page.waitForURL(/\/sign-in\?to=/);
    expect(await keptOn(page)).toContain('outbox');
    await welcomePage(page).signInHere(visitor.account);
    await expect.poll(() => titlesOf(visitor), SOON).toEqual(['Waits']);
    await visitor.context.close();
  });

  test('of one user does not send what waits with the session of another', async () => {
    const [visitor, other] = [await site.visitAsNew(), await site.visitAsNew()];
    const page = await visitor.context.newPage();
    const editor = editorPage(page);
    await editor.open();
    await editor.write({ title: 'Mine alone', text: 'For my eyes.' });
    await endSession(visitor);
    await editor.finish();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    // As in another tab of this browser. The live events of this one connect again, within a minute, and ask who the user is.
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/me') && response.ok(), {
      timeout: 120_000,
    });
    await visitor.call('POST', '/auth/sign-in/email', other.account);
    await asked;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await dialog.isVisible()).toBe(true);
    expect(await keptOn(page)).toContain('outbox');
    expect(sent).not.toContain('/api/journal');

    // The first page of the other user leaves what its author has not sent, and sends none of it.
    await page.goto('/today');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await keptOn(page)).toContain('outbox');
    expect(await titlesOf(visitor)).toEqual([]);
    expect(sent).not.toContain('/api/journal');
    // Its author comes back to this browser.
    await visitor.call('POST', '/auth/sign-in/email', visitor.account);
    await page.goto('/today');
    await expect.poll(() => titlesOf(visitor), SOON).toEqual(['Mine alone']);
    await Promise.all([visitor, other].map(({ context }) => context.close()));
  });
});

/** As an administrator, a changed password or time ends it. */
async function endSession({ call }: Visitor): Promise<void> {
  await call('POST', '/auth/sign-out', {});
}

async function signInAbove(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function queueRefused(page: Page): Promise<void> {
  await page.route('**/api/journal', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'The text is too long.', code: 'journal.too-long' } })
      : route.continue(),
  );
  await editorPage(page).open();
  await editorPage(page).write({ title: 'Refused', text: 'x' });
  await editorPage(page).finish();
}

async function titlesOf({ call }: Pick<Visitor, 'call'>): Promise<string[]> {
  return (await call<{ entries: { title: string }[] }>('GET', '/api/journal')).entries.map(({ title }) => title);
}

/** What this device keeps of a user: tables with rows, and who it is. */
async function keptOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept: string[] = localStorage.getItem('meadow-user') === null ? [] : ['user'];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('meadow-')) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const table of database.objectStoreNames) {
        const counting = database.transaction(table).objectStore(table).count();
        await new Promise((resolve) => {
          counting.onsuccess = resolve;
        });
        if (counting.result > 0) kept.push(table);
      }
      database.close();
    }
    return kept.sort();
  });
}
