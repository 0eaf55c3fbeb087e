import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, PHONE } from './harness/browser.ts';
import { MAIN_SCREENS } from './harness/main-screens.ts';
import { openSite } from './harness/site.ts';
import { plantSamples } from './samples.ts';
import { openScreen, screensOf } from './screens.ts';

const MAX_TABS = 400;

const site = await openSite();

test('a visitor signs up, writes, reads and changes an entry by keyboard alone', async () => {
  const { context, problems, call } = await site.visit({ viewport: DESK });
  const page = await context.newPage();
  const { keyboard } = page;
  await page.goto('/sign-up');
  await tabTo(page, 'Name');
  await keyboard.type('Ada Lovelace');
  await tabTo(page, 'Email');
  await keyboard.type('ada@people.test');
  await tabTo(page, 'Password');
  await keyboard.type('meadow-in-bloom');
  await keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-'));
  await expectFocus(page, 'This is your journal');

  await page.goto('/journal');
  await tabTo(page, 'Write');
  await keyboard.press('Enter');
  await page.waitForURL('**/journal/new');
  await expectFocus(page, 'Text');
  await tabTo(page, 'Title');
  await keyboard.type('By keyboard');
  await tabTo(page, 'Text');
  await keyboard.type('Not one click.');
  await tabTo(page, 'Done', { backwards: true });
  await keyboard.press('Enter');
  await page.waitForURL('**/journal**');
  await page.getByRole('link', { name: 'By keyboard' }).first().waitFor();
  await expectFocus(page, /^(Journal|By keyboard)$/);
  await page.goto('/journal');
  await tabTo(page, 'By keyboard');
  await keyboard.press('Enter');
  await page.getByText('Not one click.').last().waitFor();
  await expectFocus(page, 'By keyboard');
  expect(await page.title()).toBe('By keyboard · Meadow');
  expect(await call('GET', '/api/journal')).toMatchObject({ entries: [{ title: 'By keyboard' }] });

  // Into the trash, and back.
  await tabTo(page, 'More actions');
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true);
  await keyboard.press('ArrowDown');
  await expectFocus(page, /Move/);
  await keyboard.press('End');
  await expectFocus(page, 'Delete');
  await keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/journal');
  await expectFocus(page, 'Journal');
  await page.goto('/journal/trash');
  await tabTo(page, 'Restore “By keyboard”');
  await keyboard.press('Enter');
  await page.getByText('“By keyboard” is restored.').waitFor();
  await expectFocus(page, 'Trash');
  await tabTo(page, 'Open');
  await keyboard.press('Enter');
  await page.waitForURL(/\/journal\/[0-9a-f-]{36}$/);
  await expectFocus(page, 'By keyboard');
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('each control of each screen can be reached by Tab, and shows its focus', { timeout: 900_000 }, async () => {
  const visitor = await site.visitAsNew();
  const samples = await plantSamples(visitor);
  const found: string[] = [];
  // Few phones have a keyboard. There the bars differ, and the main screens have them all.
  const main = screensOf('user').filter(({ path }) => MAIN_SCREENS.some((one) => one.path === path));
  expect(main.length).toBeGreaterThan(8);
  for (const [viewport, screens] of [
    [PHONE, main],
    [DESK, screensOf('user')],
  ] as const) {
    // A browser that holds a conflict already would not cause another.
    const { context } = await site.visitAs(visitor.account, { viewport });
    const page = await context.newPage();
    for (const screen of screens) {
      await openScreen(page, screen, samples);
      for (const problem of await focusProblems(page)) found.push(`${screen.name} at ${viewport.width}: ${problem}`);
    }
    await context.close();
  }
  expect([...new Set(found)]).toEqual([]);
  await visitor.context.close();
});

test('a sheet gives the focus back to what opened it', async () => {
  const { context } = await site.visitAsNew({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto('/journal/new');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A sentence.');
  // The first time, when the code of the sheet is loaded, and once more.
  for (const round of [1, 2]) {
    const opener = page.getByRole('button', { name: /can (see|read) this/i }).first();
    await opener.focus();
    const name = await opener.evaluate((button) =>
      (button.getAttribute('aria-label') ?? button.textContent ?? '').trim(),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocus(page, name);
    expect(round).toBeGreaterThan(0);
  }
  await context.close();
});

/** Waits until what has this name has the focus. */
async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return 'nothing';
      return (activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '').trim();
    });
  if (typeof name === 'string') await expect.poll(focused).toBe(name);
  else await expect.poll(focused).toMatch(name);
}

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string, { backwards = false } = {}): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    const isThere = await page.evaluate((wanted) => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return false;
      const label =
        focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
          ? focused.labels?.[0]?.textContent
          : null;
      const given = focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
      return given.trim() === wanted || (focused instanceof HTMLAnchorElement && given.includes(wanted));
    }, name);
    if (isThere) return;
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach "${name}".`);
}

/** Goes through the whole screen by Tab. */
async function focusProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      // A link that covers its row draws the ring around the row.
      const isRing = [null, '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
      });
      const { width, height } = element.getBoundingClientRect();
      const controls = [...document.querySelectorAll('*')];
      return {
        id: String(controls.indexOf(element)),
        what: element.outerHTML.slice(0, 120),
        name:
          (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() ||
          (element as HTMLInputElement).labels?.[0]?.textContent ||
          element.getAttribute('aria-labelledby') ||
          element.getAttribute('placeholder'),
        isRing,
        isText: element.matches('input, textarea, [contenteditable]'),
        isLabelled: element.closest('label') !== null,
        size: Math.min(width, height),
      };
    });
    if (focused === null || seen.has(focused.id)) break;
    seen.add(focused.id);
    if (!focused.isRing && !focused.isText && !focused.isLabelled) problems.push(`no focus ring: ${focused.what}`);
    if (!focused.name) problems.push(`no name: ${focused.what}`);
  }
  if (seen.size === 0) problems.push('nothing can be reached by Tab');
  return problems;
}
