import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, PHONE } from './harness/browser.ts';
import { openSite } from './harness/site.ts';
import { editorPage } from './pages/editor.ts';
import { plantSamples } from './samples.ts';

const site = await openSite();

/** UTC+14 and UTC-10 all year: there is always exactly one day between them. */
const DEVICE = 'Pacific/Kiritimati';
const HOME = 'Pacific/Honolulu';
const HOURS_OF_DEVICE = 14;

/** A browser on a journey, with the clock of the server. */
async function travelWith(timezone: string) {
  const visitor = await site.visitAsNew({ viewport: DESK, timezoneId: DEVICE });
  await visitor.call('PUT', '/api/user/profile', { preferences: { timezone } });
  const samples = await plantSamples(visitor);
  const page = await visitor.context.newPage();
  const now = site.app.clock.now();
  await page.clock.setFixedTime(now);
  const day = new Date(now.getTime() + HOURS_OF_DEVICE * 3_600_000).toISOString().slice(0, 10);
  return { ...visitor, page, samples, day };
}

const noteOn = (page: Page) => page.getByRole('note').filter({ hasText: 'On this device it is' });

test.each([PHONE, DESK])(
  'each screen on which a day is noted says once that the device has another one, at $width',
  async (size) => {
    const { page, samples, context, problems } = await travelWith(HOME);
    await page.setViewportSize(size);
    for (const path of ['/today', '/goals', `/goals/${samples.goal}`, '/wellbeing', '/journal/new']) {
      await page.goto(path);
      // Fails if there are two.
      await noteOn(page).getByText('In Honolulu, your time zone, it is').waitFor();
    }
    expect(problems.take()).toEqual([]);
    await context.close();
  },
);

test('an entry belongs to the day that its author chooses of the two', async () => {
  const { page, call, context, day } = await travelWith(HOME);
  const editor = editorPage(page);
  await editor.open();
  const [here, home] = [noteOn(page).getByRole('button').first(), noteOn(page).getByRole('button').last()];
  expect(await home.getAttribute('aria-pressed')).toBe('true');
  await here.click();
  await expect.poll(() => here.getAttribute('aria-pressed')).toBe('true');
  await editor.write({ title: 'Beyond the date line', text: 'Tomorrow has begun.' });
  await editor.finish();
  const listed = () => call<{ entries: { title: string; entry_date: string }[] }>('GET', '/api/journal?scope=mine');
  const written = async () => (await listed()).entries.find(({ title }) => title === 'Beyond the date line');
  await expect.poll(written).toMatchObject({ entry_date: day });
  await context.close();
});

test('where both have the same day, nothing is said', async () => {
  const { page, context } = await travelWith(DEVICE);
  const editor = editorPage(page);
  await editor.open();
  expect(await noteOn(page).count()).toBe(0);
  await context.close();
});
