import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { declarationOf, KIND_NAMES } from '../../src/features/notification/notification/kind.schema.ts';
import { SCREENS as LINKED } from '../../src/platform/screens.ts';
import { PLACES, type Place } from '../src/app/places.ts';
import { screenOf } from '../src/features/notification/target.rules.ts';
import { createCast } from './cast.ts';
import { DESK, PHONE } from './harness/browser.ts';
import { settled } from './harness/settled.ts';
import { openSite } from './harness/site.ts';

const site = await openSite();

/** Where the links of emails end, by who opens them. A path without a line is opened as it is. */
const ENDS = {
  visitor: {
    '/today': '/sign-in',
    '/journal': '/sign-in',
    '/journal/new': '/sign-in',
    '/lab': '/sign-in',
    '/settings/exports': '/sign-in',
    '/account/restore': '/sign-in',
  },
  user: { '/settings/exports': '/me/export', '/account/restore': '/today' },
  leaver: {
    '/today': '/restore',
    '/journal': '/restore',
    '/journal/new': '/restore',
    '/lab': '/restore',
    '/settings/exports': '/restore',
    '/account/restore': '/restore',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** The session of an account that is to be deleted opens nothing else. */
const OPEN_TO_LEAVERS = ['today', 'journal', 'newEntry', 'lab', 'exports', 'restoreAccount'];

test('the links of emails end where they should: signed out, signed in, and in an account to be deleted', async () => {
  const { visitAs } = await createCast(site);
  const found: string[] = [];
  for (const caller of ['visitor', 'user', 'leaver'] as const) {
    const { context } = await visitAs(caller);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(LINKED)) {
      if (caller === 'leaver' && !OPEN_TO_LEAVERS.includes(name)) continue;
      const end = (ENDS[caller] as Readonly<Record<string, string>>)[path] ?? path;
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor();
      await page.waitForURL((url) => url.pathname === end).catch(() => undefined);
      const title = await page.title();
      const { pathname } = new URL(page.url());
      if (pathname !== end) found.push(`${caller} ${path}: ${pathname} in place of ${end}`);
      if (title.startsWith('There is nothing')) found.push(`${caller} ${path}: ${title}`);
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

/** The first words of the title of a page that is nowhere, or of a part without a screen. */
const NOWHERE = /^(There is nothing|This is not in the browser|You are not in this room|There is no battle)/;

test('what notifications of each kind lead to is there', async () => {
  const { samples, visitAs } = await createCast(site);
  const { context, problems } = await visitAs('user');
  const page = await context.newPage();
  const ids: Readonly<Record<string, string>> = {
    battle: samples.battle ?? '',
    chat_room: samples.room ?? '',
    entry: samples.entry ?? '',
    goal: samples.goal ?? '',
    notebook: samples.notebook ?? '',
    webhook: samples.webhook ?? '',
  };
  const today = new Date().toISOString().slice(0, 10);
  const hrefs = KIND_NAMES.flatMap((kind) => {
    const types = Object.keys(declarationOf(kind).target ?? {});
    const targets = types.length === 0 ? [null] : types.map((type) => ({ type, id: ids[type] ?? 'none' }));
    return targets.flatMap((target) => {
      const screen = screenOf({ kind, target, data: { date: today } }, today);
      if (screen === null) return [];
      const query = new URLSearchParams(screen.search).toString();
      return [`${screen.path}${query && '?'}${query}`];
    });
  });
  expect(hrefs.length).toBeGreaterThan(15);
  // A push opens its notification in the inbox, also one that is gone.
  const found = await nowhereOf(page, [...hrefs, '/inbox?open=none']);
  expect(found).toEqual([]);
  problems.take();
  await context.close();
});

test('what Today, Me and the side bar lead to is there', async () => {
  const { visitAs } = await createCast(site);
  const found: string[] = [];
  for (const [viewport, paths] of [
    [PHONE, ['/today', '/me', '/me/settings']],
    [DESK, ['/today']],
  ] as const) {
    const { context } = await visitAs('user', { viewport });
    const page = await context.newPage();
    const hrefs: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      hrefs.push(
        ...(await page
          .locator('a:visible')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
      );
    }
    expect(hrefs.length).toBeGreaterThan(10);
    found.push(
      ...(await nowhereOf(
        page,
        hrefs.filter((href) => href.startsWith('/')),
      )),
    );
    await context.close();
  }
  expect(found).toEqual([]);
});

/** Opens each path once, and names those that end nowhere. */
async function nowhereOf(page: Page, hrefs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const href of new Set(hrefs)) {
    await page.goto(href);
    await settled(page);
    const title = await page.title();
    if (NOWHERE.test(title)) found.push(`${href}: ${title}`);
  }
  return found;
}

test('an address without a screen says so, with the navigation for users', async () => {
  const { context } = await site.visitAsNew();
  const page = await context.newPage();
  await page.goto('/nowhere/at/all');
  await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Journal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
  await context.close();

  const guest = await site.visit();
  const visitor = await guest.context.newPage();
  await visitor.goto('/nowhere/at/all');
  await visitor.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
  expect(await visitor.getByRole('navigation', { name: 'Screens' }).count()).toBe(0);
  await guest.context.close();
});

/** The words of the parts that may be without a screen. */
const WORDS = {
  badges: /badge/i,
  battle: /battle|\bchips?\b/i,
  checkIn: /\bwindow\b|two hours|check-in|squad/i,
  encouragement: /drops? left/i,
  lab: /\blab\b|experiment/i,
  leaderboard: /leaderboard/i,
  mosaic: /mosaic/i,
  people: /on their profile/i,
  tonePacks: /\bpacks?\b/i,
} as const satisfies Partial<Record<Place, RegExp>>;

test('no screen speaks of a part that has no screen', async () => {
  const missing = Object.entries(WORDS).filter(([place]) => PLACES[place as Place] === null);
  const { context, problems } = await site.visitAsNew();
  const page = await context.newPage();
  const found: string[] = [];
  const look = async () => {
    await settled(page);
    const shown = await page.locator('body').ariaSnapshot();
    for (const [place, words] of missing) {
      const [word] = words.exec(shown) ?? [];
      if (word !== undefined) found.push(`${new URL(page.url()).pathname}: "${word}" of ${place}`);
    }
  };
  for (const path of ['/today', '/me/privacy', '/me/notifications', '/tour']) {
    await page.goto(path);
    await look();
  }
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'You say who can see it' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Two hours, passed on' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Write the first entry' }).waitFor();
  expect(found).toEqual([]);

  expect(problems.take()).toEqual([]);
  await context.close();
});

test('at a desk the only goal is open beside the list, and of two none', async () => {
  const { account, context, call } = await site.visitAsNew({ viewport: DESK });
  const page = await context.newPage();
  const { goal } = await call<{ goal: { id: string } }>('POST', '/api/goals', { title: 'Read', cadence: 'daily' });
  await page.goto('/goals');
  await page.waitForURL(`**/goals/${goal.id}`);
  await page.getByRole('article').getByRole('heading', { level: 1, name: 'Read' }).waitFor();
  await call('POST', '/api/goals', { title: 'Run', cadence: 'weekly' });
  // This browser may begin with the list that it has cached.
  const other = await site.visitAs(account, { viewport: DESK });
  const otherPage = await other.context.newPage();
  await otherPage.goto('/goals');
  await otherPage.getByText('Choose a goal to see its days').waitFor();
  expect(new URL(otherPage.url()).pathname).toBe('/goals');
  await Promise.all([context, other.context].map((one) => one.close()));
});
