import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createWeeks } from '../../src/features/battle/test-weeks.ts';
import { weekStartAt } from '../../src/features/battle/week.rules.ts';
import { publishEvents } from '../../src/features/event/index.ts';
import { addDays } from '../../src/platform/days/calendar-date.ts';
import { plantFoughtBattle } from './battles.ts';
import { violationsOf } from './harness/axe.ts';
import { openLive } from './harness/live.ts';
import { settled } from './harness/settled.ts';
import { openSite, type Visitor } from './harness/site.ts';

const site = await openSite();
const { app } = site;
const weeks = createWeeks(app);
const week = weekStartAt(app.clock.now());
const lastWeek = addDays(week, -7);
const profileOf = async ({ call }: Visitor) => (await call<{ profile: { id: string } }>('GET', '/api/me')).profile;
const field = (page: Page) => page.getByRole('region', { name: 'Standings' });

test('the first week has no chips and no battle before it, and follows check-ins without a reload', async () => {
  const visitor = await site.visitAsNew();
  const { context, problems } = visitor;
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/workout-window/battle/')) asked.push(pathname);
  });
  await openLive(page, '/battle');
  await field(page).getByText('No chips yet.').waitFor();
  await page.getByText('No battle has been fought yet.').waitFor();
  await page.getByText('You are in no chain this week').waitFor();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  const histories = () => asked.filter((path) => path.endsWith('/history')).length;
  expect(histories()).toBe(1);

  const user = await profileOf(visitor);
  await weeks.join(user, week, 'blue');
  await weeks.checkIn(user, week, 'verified', 2);
  await publishProgress();
  await field(page).getByText('Blue leads by 2 chips.').waitFor();
  await page.getByText('You gave Blue 2 chips').waitFor();
  // What was fought does not change with a check-in.
  expect(histories()).toBe(1);

  // Two changes at once are one more request for the week.
  const weeksAsked = () => asked.filter((path) => path.includes('/week/')).length;
  const before = weeksAsked();
  const tuesday = addDays(week, 1);
  await weeks.join(user, tuesday, 'blue');
  await weeks.checkIn(user, tuesday, 'verified', 1);
  await publishProgress(2);
  await field(page).getByText('Blue leads by 3 chips.').waitFor();
  expect(weeksAsked()).toBe(before + 1);
  expect(problems.take()).toEqual([]);
  await context.close();
});

/** Publishes in one transaction what check-ins publish. */
async function publishProgress(times = 1): Promise<void> {
  const event = { kind: 'battle.progress', audience: 'everyone', data: { week_start_date: week } } as const;
  await app.deps.db.transaction().execute((tx) =>
    publishEvents(
      app.deps,
      tx,
      Array.from({ length: times }, () => event),
    ),
  );
}

test('a past battle is replayed by keyboard, round by round', async () => {
  await plantFoughtBattle(app, lastWeek, 11, 10);
  const { context, problems } = await site.visitAsNew({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.goto('/battle');
  await page.getByRole('link', { name: 'Red won' }).press('Enter');
  await page.waitForURL(`**/battle/${lastWeek}`);
  await page.getByRole('button', { name: 'Replay' }).press('Enter');
  await page.getByRole('button', { name: /^(Pause|Play again)$/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');

  const slider = page.getByRole('slider', { name: 'Round' });
  const words = page.getByRole('main').getByRole('status');
  await slider.press('Home');
  await words.getByText('The robots take the field.').waitFor();
  await slider.press('ArrowRight');
  await words.getByText(/^Round 1: Red [\d,]+, Blue [\d,]+$/).waitFor();
  await slider.press('ArrowRight');
  await words.getByText(/^Round 2: /).waitFor();
  // To choose a round stops the replay.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await slider.press('End');
  await words.getByText(/^Red won, [\d,]+ to [\d,]+\./).waitFor();

  // Played, it ends there too.
  await page.getByRole('button', { name: 'Play again' }).press('Enter');
  await words
    .getByText('The robots take the field.')
    .or(words.getByText(/^Round \d:/))
    .waitFor();
  await words.getByText(/^Red won, /).waitFor();
  await page.getByRole('button', { name: 'Show all rounds' }).press('Enter');
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^Round \d: Red/ })
        .count(),
    )
    .toBe(5);
  expect(problems.take()).toEqual([]);
  await context.close();
});

test('without motion there are the rounds as a list, and no replay', async () => {
  await plantFoughtBattle(app, addDays(week, -14), 8, 10);
  const { context } = await site.visitAsNew({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`/battle/${addDays(week, -14)}`);
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Round 5: Red/ })
    .waitFor();
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Round \d: Red/ })
      .count(),
  ).toBe(5);
  expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
  await context.close();
});

test('a path without a battle says so, and leads to the battle of this week', async () => {
  const { context } = await site.visitAsNew();
  const page = await context.newPage();
  for (const name of ['2020-01-06', '2020-01-07', '2020-02-30', 'robots']) {
    await page.goto(`/battle/${name}`);
    await page.getByRole('heading', { level: 1, name: 'There is no battle at this address' }).waitFor();
  }
  await page.getByRole('link', { name: 'The battle of this week' }).click();
  await page.waitForURL('**/battle');
  await field(page).waitFor();
  await page.goto(`/battle/${week}`);
  await page.waitForURL('**/battle');
  await context.close();
});
