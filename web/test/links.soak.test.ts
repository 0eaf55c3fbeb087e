import { expect, test } from 'vitest';
import { SCREENS as LINKED } from '../../src/platform/screens.ts';
import { createCast } from './cast.ts';
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
