import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { createCast } from './cast.ts';
import { MAX_REQUESTS, oversizedScreens, screenSizes, WEB_FOLDER } from './harness/bundle.ts';
import { expectContent, observe } from './harness/observe.ts';
import { settled } from './harness/settled.ts';
import { openSite } from './harness/site.ts';
import { CALLERS, pathOf, screensOf } from './screens.ts';

/** Guests open these too. Whether there is a session depends on the configuration, and comes before what is asked with it. */
const FOUR_REQUESTS: readonly string[] = ['invitations', 'invitation of a user'];
/** A timer of the shell asks for it two seconds after the screen of a user is loaded, which may be before a busy machine shows it. */
const LATER = '/api/config';
/** It stays open, and nothing waits for it. */
const STREAM = '/api/events';

const site = await openSite();
const { samples, visitAs } = await createCast(site);

test('no screen loads more JavaScript than it may', async () => {
  expect(oversizedScreens(await screenSizes(WEB_FOLDER))).toEqual([]);
});

/** Lets the first requests of a page pass, and holds the others until `release`. */
async function holdMoreThan(limit: number, page: Page, isFree: (path: string) => boolean) {
  const requests: string[] = [];
  const { opened, open } = createGate();
  await page.route(/^[^?]*\/(api|auth)\//, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!isFree(path) && requests.push(path) > limit) await opened;
    await route.continue().catch(() => undefined);
  });
  return { requests, release: open };
}

/** Whether the content that `expectContent` names is shown. A text in place of the function would break the policy of the page. */
function isShown(page: Page): Promise<boolean> {
  const shown = page.waitForFunction(() => Reflect.get(globalThis, 'bench').read().contentMs > 0, undefined, {
    timeout: 60_000,
  });
  return shown.then(
    () => true,
    () => false,
  );
}

test.each(CALLERS)(
  'each screen of the caller %s shows its content with three requests, while others are held',
  async (caller) => {
    const found: string[] = [];
    // A screen that steps lead to is not what a person opens first.
    for (const screen of screensOf(caller).filter(({ before, after }) => before === undefined && after === undefined)) {
      const { context } = await visitAs(caller);
      await observe(context);
      await expectContent(context, screen.waitFor);
      const page = await context.newPage();
      const limit = FOUR_REQUESTS.includes(screen.name) ? MAX_REQUESTS + 1 : MAX_REQUESTS;
      const isFree = (path: string) => path === STREAM || (caller !== 'visitor' && path === LATER);
      const { requests, release } = await holdMoreThan(limit, page, isFree);
      await page.goto(pathOf(screen, samples));
      if (!(await isShown(page))) found.push(`${screen.name}: ${requests.join(', ')}`);
      release();
      await settled(page, screen.waitFor);
      await context.close();
    }
    expect(found).toEqual([]);
  },
);
