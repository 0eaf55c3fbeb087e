import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { instantOf } from '../../src/platform/days/calendar-date.ts';
import { drawnPicture } from '../../test/pictures.ts';
import { giveCamera, hasPicture } from './harness/camera.ts';
import { openLive } from './harness/live.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { stepsOf } from './harness/steps.ts';
import { checkInPage } from './pages/check-in.ts';

/*
 * Six people of one city live a weekend: five with a browser, one synthetic. Their windows are in three time zones. In one of them the
 * clocks go back on Sunday. One rests on Sundays, one is offline, one misses a window.
 */

const SECRET = 'a-secret-of-the-autumn';
/** Where the pictures go. None are taken without it. */
const PICTURES = process.env.MEADOW_PICTURES;
const [SATURDAY, SUNDAY, MONDAY] = ['2026-10-31', '2026-11-01', '2026-11-02'] as const;
const SOON = { timeout: 30_000 };

const site = await openSite({ environment: { WORKOUT_WINDOW_CRON_SECRET: SECRET } });
const { app } = site;

type Member = Visitor & { name: string; zone: string; start: string; page: Page };
type Synthetic = { user_name: string; city: string; state: string; timezone: string; window_start_time: string };

/** Sets the clocks of the server and of all browsers. */
async function goTo(members: readonly Member[], now: Date): Promise<void> {
  app.clock.set(now);
  await Promise.all(members.map(({ page }) => page.clock.setFixedTime(now)));
}

const at = (date: string, time: string, zone: string) => instantOf(`${date}T${time}:00`, zone);

async function runJob(path: string): Promise<void> {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/workout-window/${path}`,
    headers: { 'x-cron-secret': SECRET },
  });
  expect({ path, status: response.statusCode, text: response.body }).toMatchObject({ path, status: 200 });
}

let photos = 0;
const newPhoto = () => drawnPicture(`two days ${photos++}`).jpeg().toBuffer();
let pictures = 0;

async function takePicture({ page }: Pick<Member, 'page'>, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  pictures += 1;
  const file = `${String(pictures).padStart(2, '0')}-${name}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 70 })
    .toFile(join(PICTURES, file));
}

async function generateSynthetic(): Promise<Synthetic> {
  const admin = await site.visitAsNew();
  const { profile } = await admin.call<{ profile: { id: string } }>('GET', '/api/me');
  const promotion = { role: 'super_admin' as const, role_changed_at: app.clock.now() };
  await app.deps.db.updateTable('profile').set(promotion).where('id', '=', profile.id).execute();
  await app.deps.awaitInvalidation();
  const config = { regions: { South: 1 }, windowSlots: { '6-8': 1 }, checkInProbability: 100 };
  await admin.call('POST', '/api/workout-window/admin/ai-users/generate', { count: 1, config });
  const { users } = await admin.call<{ users: Synthetic[] }>('GET', '/api/workout-window/admin/ai-users');
  await admin.context.close();
  const [user] = users;
  if (user === undefined) throw new Error('No synthetic user was generated.');
  return user;
}

async function move(synthetic: Synthetic, name: string, zone: string, start: string, restDays: number[] = []) {
  const visitor = await site.visitAsNew({ timezoneId: zone, permissions: ['camera'], locale: 'en-GB' }, { name });
  const { city, state } = synthetic;
  await visitor.call('PUT', '/api/user/profile', { preferences: { timezone: zone } });
  await visitor.call('PUT', '/api/workout-window/update-location', { city, region: state, country: 'US' });
  const hour = String(Number(start.slice(0, 2)) + 2).padStart(2, '0');
  await visitor.call('POST', '/api/workout-window/setup', {
    activityType: 'walk',
    windowStartTime: start,
    windowEndTime: `${hour}${start.slice(2)}`,
    timezone: zone,
    restDays,
  });
  return { ...visitor, name, zone, start, page: await visitor.context.newPage() };
}

async function checkInByFile({ page }: Member): Promise<void> {
  const screen = checkInPage(page);
  await screen.open();
  await screen.choose(await newPhoto());
  await screen.checkIn.click();
}

test('six people in three time zones live two days', { timeout: 600_000 }, async () => {
  const step = stepsOf('A weekend');
  app.clock.set(new Date('2026-10-30T20:00:00Z'));
  const sam = await generateSynthetic();
  const home = sam.timezone;
  const mira = await move(sam, 'Mira Haddad', 'America/Bogota', '07:00', [7]);
  const ben = await move(sam, 'Ben Okafor', home, '10:00');
  const ada = await move(sam, 'Ada Brook', home, '13:00');
  const chloe = await move(sam, 'Chloe Martin', 'America/Phoenix', '13:30');
  const dev = await move(sam, 'Dev Rao', 'America/Bogota', '18:00');
  const members = [mira, ben, ada, chloe, dev];
  const chainOf = async (member: Member) =>
    (
      await member.call<{
        chain: { before: { full_name: string } | null; after: { full_name: string } | null } | null;
      }>('GET', '/api/today')
    ).chain;

  await step('Friday night links them', async () => {
    await goTo(members, new Date('2026-10-31T04:30:00Z'));
    await runJob('cron/generate-chains');
    expect(await chainOf(ada)).toMatchObject({ before: { full_name: ben.name }, after: { full_name: chloe.name } });
  });

  await step('the synthetic user checks in, and Mira in her own morning', async () => {
    for (const minutes of [20, 80]) {
      await goTo(members, new Date(at(SATURDAY, '06:00', home).getTime() + minutes * 60_000));
      await runJob('cron/ai-checkins');
    }
    await goTo(members, at(SATURDAY, '07:20', mira.zone));
    await checkInByFile(mira);
    await checkInPage(mira.page).done.waitFor();
    await takePicture(mira, 'mira-is-in-the-field');
  });

  await step('Ben checks in: the phone of Ada lights up', async () => {
    await goTo(members, at(SATURDAY, '10:15', home));
    await openLive(ada.page, '/relay');
    await takePicture(ada, 'ada-waits-for-ben');
    await checkInByFile(ben);
    await checkInPage(ben.page).done.waitFor();
    await ada.page.getByRole('listitem').filter({ hasText: ben.name }).getByText('Checked in').first().waitFor();
    await takePicture(ada, 'ada-sees-ben');
    await ada.page.goto('/inbox');
    await ada.page.getByText(ben.name).first().waitFor();
    await takePicture(ada, 'ada-is-told');
  });

  await step('Ada comes from Today, sends her photo, and gets two chips', async () => {
    await goTo(members, at(SATURDAY, '13:10', home));
    await app.deps.background.drain();
    await openLive(chloe.page, '/today');
    await takePicture(chloe, 'chloe-before-her-window');
    await ada.page.goto('/today');
    await takePicture(ada, 'ada-s-turn');
    await ada.page.getByRole('link', { name: 'Check in', exact: true }).click();
    const screen = checkInPage(ada.page);
    await screen.choose(await newPhoto());
    await screen.preview.waitFor();
    await takePicture(ada, 'ada-s-photo');
    await screen.checkIn.click();
    await screen.done.waitFor();
    await ada.page.getByText('+2 chips').waitFor();
    await ada.page.getByText('1 for you, 1 for the chain').waitFor();
    await takePicture(ada, 'ada-is-a-tile');
    await chloe.page.getByText('checked in').first().waitFor();
    await takePicture(chloe, 'chloe-lights-up');
  });

  await step('Chloe takes hers with the camera, two hours to the west', async () => {
    await goTo(members, at(SATURDAY, '13:45', chloe.zone));
    const screen = checkInPage(chloe.page);
    await giveCamera(chloe.page);
    await screen.open();
    await hasPicture(chloe.page);
    await takePicture(chloe, 'the-camera-of-chloe');
    await screen.button('Take a photo').click();
    await screen.checkIn.click();
    await screen.done.waitFor();
  });

  await step('Dev is offline in his window, and online after it', async () => {
    const taken = at(SATURDAY, '18:40', dev.zone);
    await goTo(members, taken);
    const screen = checkInPage(dev.page);
    await screen.open();
    await screen.choose(await newPhoto());
    await screen.preview.waitFor();
    await dev.context.setOffline(true);
    await screen.checkIn.click();
    await screen.title('Saved on this device').waitFor();
    await dev.page.getByText('it counts for 18:40, when you took it').waitFor();
    await takePicture(dev, 'dev-in-a-tunnel');
    await goTo(members, at(SATURDAY, '21:30', dev.zone));
    await dev.context.setOffline(false);
    await screen.done.waitFor(SOON);
    const { checkins } = await dev.call<{ checkins: object[] }>(
      'GET',
      `/api/workout-window/my-checkins?from=${SATURDAY}&to=${SATURDAY}`,
    );
    expect(checkins).toMatchObject([{ date: SATURDAY, within_window: true }]);
    await takePicture(dev, 'dev-counts-for-his-window');
  });

  await step('all six are in the mosaic', async () => {
    await app.deps.background.drain();
    await ada.page.goto(`/mosaic/${SATURDAY}`);
    await ada.page.getByText('6 of 6 have bloomed').first().waitFor();
    await takePicture(ada, 'the-mosaic-of-saturday');
  });

  await step('on Sunday Mira rests, and no one waits for her', async () => {
    await goTo(members, new Date('2026-11-01T08:30:00Z'));
    await runJob('cron/end-of-day');
    await runJob('cron/generate-chains');
    await goTo(members, at(SUNDAY, '07:30', mira.zone));
    await mira.page.goto('/today');
    await mira.page.getByText('You rest today').first().waitFor();
    await takePicture(mira, 'mira-rests');
    expect(await chainOf(mira)).toBeNull();
    const { chain } = await ben.call<{ chain: object | null }>('GET', `/api/workout-window/chain/${SUNDAY}`);
    expect(JSON.stringify(chain)).not.toContain(mira.name);
  });

  await step('the clocks of Ada went back: her window is at the same time of day, an hour later for Dev', async () => {
    const opens = at(SUNDAY, '13:00', home);
    expect(opens.getTime() - at(SATURDAY, '13:00', home).getTime()).toBe(25 * 3_600_000);
    await goTo(members, new Date(opens.getTime() - 60_000));
    await ada.page.goto('/today');
    await ada.page.getByText('Not open yet').waitFor();
    await goTo(members, new Date(opens.getTime() + 10 * 60_000));
    await ada.page.reload();
    await ada.page.getByText('Your window is open').waitFor();
    await checkInByFile(ada);
    await checkInPage(ada.page).done.waitFor();
    // Ben has not checked in today.
    await ada.page.getByText('+1 chip').waitFor();
    await takePicture(ada, 'ada-on-sunday');
  });

  await step('Ben missed his, and is told no more than when the next one is', async () => {
    await goTo(members, at(SUNDAY, '20:00', home));
    await ben.page.goto('/today');
    await ben.page.getByText('Your window has ended').waitFor();
    await ben.page.getByText('Next').first().waitFor();
    expect(await ben.page.locator('body').innerText()).not.toMatch(/failed|missed|lost/i);
    await takePicture(ben, 'ben-missed-his-window');
  });

  await step('on Monday the battle is fought, and the streak of Mira goes on', async () => {
    await goTo(members, at(MONDAY, '06:50', mira.zone));
    await runJob('cron/end-of-day');
    await goTo(members, new Date('2026-11-02T14:00:00Z'));
    await runJob('battle/cron/generate-weekly');
    await ada.page.goto('/battle/2026-10-26');
    await ada.page.locator('main h1').waitFor();
    await takePicture(ada, 'the-battle-of-the-week');
    const { current_streak } = await mira.call<{ current_streak: number }>('GET', '/api/workout-window/my-checkins');
    expect(current_streak).toBe(1);
    await mira.page.goto('/relay');
    await mira.page.getByText('One day in a row').waitFor();
    await takePicture(mira, 'mira-s-streak');
  });

  for (const { problems, context } of members) {
    problems.take();
    await context.close();
  }
});
