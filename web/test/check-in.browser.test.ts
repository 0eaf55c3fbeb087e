import { expect, test } from 'vitest';
import { drawnPicture } from '../../test/pictures.ts';
import { violationsOf } from './harness/axe.ts';
import { giveCamera, hasPicture } from './harness/camera.ts';
import { openLive } from './harness/live.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { stepsOf } from './harness/steps.ts';
import { checkInPage } from './pages/check-in.ts';

const site = await openSite();

const SOON = { timeout: 20_000 };
const CHECK_IN = '**/api/workout-window/checkin';
/** A Wednesday, 18:51 in Berlin. */
const EVENING = new Date('2026-11-18T17:51:00Z');
const DATE = '2026-11-18';
const HOUR_MS = 3_600_000;

type OwnCheckIn = { id: string; status: string; within_window: boolean; can_replace: boolean };
type Days = { checkins: OwnCheckIn[] };

let cities = 0;
let photos = 0;

const timeOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
const newPhoto = () => drawnPicture(`web ${photos++}`).jpeg().toBuffer();

/** Sets the clocks of the server and of a browser. */
async function setClock({ context }: Pick<Visitor, 'context'>, now: Date): Promise<void> {
  site.app.clock.set(now);
  await context.clock.setFixedTime(now);
}

/** Users of one city with windows at these hours in Berlin, in the order of the relay. */
async function signUpAt(...hours: number[]): Promise<Visitor[]> {
  cities += 1;
  site.app.clock.set(EVENING);
  const visitors: Visitor[] = [];
  for (const hour of hours) {
    const visitor = await site.visitAsNew({}, { name: `Runner of ${hour}` });
    await setClock(visitor, EVENING);
    await visitor.call('PUT', '/api/workout-window/update-location', { city: `City ${cities}`, country: 'DE' });
    await visitor.call('POST', '/api/workout-window/setup', {
      activityType: 'walk',
      windowStartTime: timeOf(hour),
      windowEndTime: timeOf(hour + 2),
      timezone: 'Europe/Berlin',
    });
    visitors.push(visitor);
  }
  return visitors;
}

const ownDays = ({ call }: Visitor, date = DATE) =>
  call<Days>('GET', `/api/workout-window/my-checkins?from=${date}&to=${date}`);

const statusesOf = async (visitor: Visitor, date?: string) =>
  (await ownDays(visitor, date)).checkins.map(({ status }) => status);

/** Checks in without a browser. */
async function checkInByProgram({ context }: Visitor, photo: Buffer): Promise<void> {
  const response = await context.request.post('/api/workout-window/checkin', {
    headers: { origin: site.url },
    multipart: { activityType: 'walk', photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo } },
  });
  expect(response.status()).toBe(201);
}

async function closeAll(visitors: readonly Visitor[]): Promise<void> {
  for (const { problems, context } of visitors) {
    expect(problems.take()).toEqual([]);
    await context.close();
  }
}

test('a photo of the files becomes a tile, and the neighbours see it without a reload', async () => {
  const [ben, ada, chloe] = (await signUpAt(16, 18, 20)) as [Visitor, Visitor, Visitor];
  const step = stepsOf('A user checks in with a photo');
  const [page, ofBen, ofChloe] = [
    await ada.context.newPage(),
    await ben.context.newPage(),
    await chloe.context.newPage(),
  ];
  const checkIn = checkInPage(page);
  await step('her neighbours have Today and the relay open', async () => {
    await openLive(ofBen, '/today');
    await openLive(ofChloe, '/relay');
    await ofChloe.getByRole('listitem').filter({ hasText: 'Runner of 18' }).getByText('Until 20:00').waitFor();
  });
  await step('she comes from Today, and is asked for the camera', async () => {
    await page.goto('/today');
    await page.getByRole('link', { name: 'Check in', exact: true }).click();
    await checkIn.title('Meadow needs your camera').waitFor();
    expect(await page.getByRole('navigation', { name: 'Screens' }).filter({ visible: true }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });
  await step('she chooses a photo, and another activity', async () => {
    await checkIn.choose(await newPhoto());
    await checkIn.preview.waitFor();
    await checkIn.button('Change').click();
    await page.getByLabel('Activity').selectOption('Strength');
    expect(await violationsOf(page)).toEqual([]);
    await checkIn.checkIn.click();
    await checkIn.done.waitFor();
    await page.getByText('Strength, 18:51.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
  await step('it is on the server once, and on the screens of both neighbours', async () => {
    await expect
      .poll(() => ownDays(ada), SOON)
      .toMatchObject({
        checkins: [{ activity_type: 'strength', within_window: true, location_lat: null }],
      });
    await ofBen.getByText('checked in').first().waitFor();
    await ofChloe.getByRole('listitem').filter({ hasText: 'Runner of 18' }).getByText('Checked in').waitFor();
  });
  await step('the check of the photo appears without a reload', async () => {
    await site.app.deps.background.drain();
    await page.getByText('Verified.').waitFor();
  });
  await closeAll([ben, ada, chloe]);
});

test('the camera takes the photo', async () => {
  const [ada] = (await signUpAt(18)) as [Visitor];
  const page = await ada.context.newPage();
  await giveCamera(page);
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.button('Allow the camera').click();
  await checkIn.title('Show what you did').waitFor();
  await hasPicture(page);
  expect(await violationsOf(page)).toEqual([]);
  await checkIn.button('Take a photo').click();
  await checkIn.preview.waitFor();
  await checkIn.button('Retake').click();
  await checkIn.button('Allow the camera').click();
  await hasPicture(page);
  await checkIn.button('Take a photo').click();
  await checkIn.checkIn.click();
  await checkIn.done.waitFor();
  expect((await ownDays(ada)).checkins).toHaveLength(1);
  await closeAll([ada]);
});

test('who does not allow the camera can still choose a photo', async () => {
  const [ada] = (await signUpAt(18)) as [Visitor];
  // All others are refused.
  await ada.context.grantPermissions(['notifications']);
  const page = await ada.context.newPage();
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.title('Camera access is off').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await checkIn.choose(Buffer.from('no photo at all'));
  await page.getByText('This file is no photo.').waitFor();
  await checkIn.choose(await newPhoto());
  await checkIn.checkIn.click();
  await checkIn.done.waitFor();
  await closeAll([ada]);
});

test('a photo that is taken offline waits, counts for when it was taken, and counts once', async () => {
  const [ada] = (await signUpAt(18)) as [Visitor];
  const page = await ada.context.newPage();
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.choose(await newPhoto());
  await checkIn.preview.waitFor();
  await site.gate.cut();
  await checkIn.checkIn.click();
  await checkIn.title('Saved on this device').waitFor();
  await page.getByText('it counts for 18:51, when you took it').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // The window has ended since. The first response is lost, as on a bad connection.
  site.app.clock.set(new Date(EVENING.getTime() + 3 * HOUR_MS));
  await ada.context.clock.setFixedTime(new Date(EVENING.getTime() + 3 * HOUR_MS));
  const keys: (string | undefined)[] = [];
  await page.route(CHECK_IN, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await site.gate.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await checkIn.done.waitFor();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  const { checkins } = await ownDays(ada);
  expect(checkins).toMatchObject([{ within_window: true }]);
  ada.problems.take();
  await closeAll([ada]);
});

test('a rejected photo can be replaced once', async () => {
  const [ada] = (await signUpAt(18)) as [Visitor];
  const used = await newPhoto();
  await checkInByProgram(ada, used);
  await site.app.deps.background.drain();
  const [next, date] = [new Date(EVENING.getTime() + 24 * HOUR_MS), '2026-11-19'];
  await setClock(ada, next);

  const page = await ada.context.newPage();
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.choose(used);
  await checkIn.checkIn.click();
  await checkIn.title('This photo was rejected').waitFor();
  await page.getByText('It was used before').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await checkIn.button('Send another photo').click();
  await checkIn.choose(await newPhoto());
  await checkIn.checkIn.click();
  await checkIn.done.waitFor();
  await site.app.deps.background.drain();
  await expect.poll(() => statusesOf(ada, date), SOON).toEqual(['verified']);
  await page.getByText('Verified.').waitFor();
  await closeAll([ada]);
});

test('a photo that is being sent can be cancelled', async () => {
  const [ada] = (await signUpAt(18)) as [Visitor];
  const page = await ada.context.newPage();
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.choose(await newPhoto());
  await checkIn.preview.waitFor();
  // It never comes through.
  await page.route(CHECK_IN, () => undefined);
  await checkIn.checkIn.click();
  await checkIn.title('Sending').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await checkIn.button('Cancel').click();
  await checkIn.preview.waitFor();
  await page.unroute(CHECK_IN);
  await checkIn.checkIn.click();
  await checkIn.done.waitFor();
  expect((await ownDays(ada)).checkins).toHaveLength(1);
  ada.problems.take();
  await closeAll([ada]);
});

test('past midnight the screen says which day a check-in counts for', async () => {
  const [ada] = (await signUpAt(23)) as [Visitor];
  await setClock(ada, new Date('2026-11-18T23:12:00Z'));
  const page = await ada.context.newPage();
  const checkIn = checkInPage(page);
  await checkIn.open();
  await checkIn.title('It is past midnight').waitFor();
  await page.getByText('A check-in now counts for Wednesday.').waitFor();
  await checkIn.button('Check in for Wednesday').click();
  await checkIn.choose(await newPhoto());
  await checkIn.checkIn.click();
  await checkIn.done.waitFor();
  expect((await ownDays(ada)).checkins).toMatchObject([{ within_window: true }]);
  await closeAll([ada]);
});
