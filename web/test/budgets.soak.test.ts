import { expect, test } from 'vitest';
import { createCast } from './cast.ts';
import { MAX_REQUESTS, oversizedScreens, screenSizes, WEB_FOLDER } from './harness/bundle.ts';
import { expectContent, observe } from './harness/observe.ts';
import { settled } from './harness/settled.ts';
import { openSite } from './harness/site.ts';
import { CALLERS, pathOf, screensOf } from './screens.ts';

/** Guests open these too. Whether there is a session depends on the configuration, and comes before what is asked with it. */
const FOUR_REQUESTS: readonly string[] = ['invitations', 'invitation of a user'];

const site = await openSite();
const { samples, visitAs } = await createCast(site);

test('no screen loads more JavaScript than it may', async () => {
  expect(oversizedScreens(await screenSizes(WEB_FOLDER))).toEqual([]);
});

test.each(CALLERS)('no screen of a %s sends more than three requests before it shows its content', async (caller) => {
  const found: string[] = [];
  // A screen that steps lead to is not what a person opens first.
  for (const screen of screensOf(caller).filter(({ before, after }) => before === undefined && after === undefined)) {
    const { context } = await visitAs(caller);
    await observe(context);
    await expectContent(context, screen.waitFor);
    const page = await context.newPage();
    await page.goto(pathOf(screen, samples));
    await settled(page, screen.waitFor);
    const { requests } = await page.evaluate<{ requests: string[] }>('bench.read()');
    const limit = FOUR_REQUESTS.includes(screen.name) ? MAX_REQUESTS + 1 : MAX_REQUESTS;
    if (requests.length > limit) found.push(`${screen.name}: ${requests.join(', ')}`);
    await context.close();
  }
  expect(found).toEqual([]);
});
