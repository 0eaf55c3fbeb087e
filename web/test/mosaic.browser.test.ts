import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { crowd, takePart } from '../../src/features/mosaic/test-participants.ts';
import { drawnPicture } from '../../test/pictures.ts';
import { violationsOf } from './harness/axe.ts';
import { DESK, PHONE } from './harness/browser.ts';
import { settled } from './harness/settled.ts';
import { openSite, type Visitor } from './harness/site.ts';
import { cachedQueries, keptShell } from './harness/worker.ts';

const site = await openSite();
const { deps } = site.app;
const SOON = { timeout: 20_000 };
const DAY = '2026-01-05';

const idOf = async ({ call }: Visitor) => (await call<{ profile: { id: string } }>('GET', '/api/me')).profile.id;
const field = (page: Page) => page.getByRole('application');
const tile = (page: Page, name: string) => page.getByRole('region', { name: `Tile of ${name}` });
const selected = (page: Page) => field(page).getAttribute('data-selected');

/** A user among a crowd of 120 on a day of her own. */
async function createViewer(day: string, options = {}) {
  const viewer = await site.visitAsNew({ viewport: DESK, ...options }, { name: 'Ada Brook' });
  const id = await idOf(viewer);
  await crowd(deps, day, 120);
  await takePart(deps, day, id, { color: 'blue', checkIn: 'verified' });
  return { ...viewer, id };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await field(page).waitFor();
  await settled(page, 'main h1');
}

describe('a mosaic', () => {
  test('opens on its counts, and is walked by keyboard', async () => {
    const { context, problems } = await createViewer(DAY);
    const page = await context.newPage();
    await open(page, `/mosaic/${DAY}`);
    await page.getByText('97 of 121 have bloomed · 12 still to come · 12 missed').waitFor();
    await field(page).focus();
    // The first key selects the tile of the user, the others move from there.
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Ada Brook, blue team, bloomed\./).waitFor({ state: 'attached' });
    const places: (string | null)[] = [];
    for (const key of ['Home', 'ArrowRight', 'ArrowLeft', 'End', 'Control+Home', 'ArrowDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      places.push(await selected(page));
    }
    expect(places[2]).toBe(places[0]);
    expect(places[6]).toBe(places[4]);
    // The row of the user may be the first one.
    expect(new Set(places).size).toBeGreaterThan(3);
    const name = (await page.getByRole('status').filter({ hasText: 'Row 1, place 1.' }).textContent())?.split(',')[0];
    await page.keyboard.press('Enter');
    await tile(page, name ?? '').waitFor();
    expect(new URL(page.url()).searchParams.get('tile')).toBe(places[6]);
    await page.keyboard.press('Escape');
    await tile(page, name ?? '').waitFor({ state: 'detached' });
    for (const key of ['+', '+', '-', '0']) await page.keyboard.press(key);
    expect([await selected(page), ...problems.take()]).toEqual([places[6]]);
    await context.close();
  });

  test('leads to a tile by its address, and says if there is none', async () => {
    const { context, problems, id } = await createViewer('2026-01-06');
    const page = await context.newPage();
    await open(page, `/mosaic/2026-01-06?tile=${id}`);
    const own = tile(page, 'Ada Brook');
    await own.getByText(/^Walk, /).waitFor();
    await own.getByText('one chip').waitFor();
    await own.getByText('You', { exact: true }).waitFor();
    expect(await selected(page)).toBe(id);
    await own.getByRole('button', { name: 'Close the tile' }).click();
    await page.getByRole('button', { name: 'Show my tile' }).click();
    await own.waitFor();
    await page.goto('/mosaic/2026-01-06?tile=0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90');
    await page.getByText('This person has no tile on this day.').waitFor();
    expect(problems.take()).toEqual([]);
    await context.close();
  });

  test('has the tiles of its canvas as a list', async () => {
    const { context, call, problems } = await createViewer('2026-01-07');
    const page = await context.newPage();
    await open(page, '/mosaic/2026-01-07');
    await page.getByRole('button', { name: 'List of all tiles' }).click();
    const list = page.getByRole('region', { name: 'All tiles' });
    const { mosaic } = await call<{ mosaic: { sections: { userName: string; userId: string }[] } }>(
      'GET',
      '/api/workout-window/mosaic/2026-01-07',
    );
    await expect.poll(() => list.getAttribute('data-rows'), SOON).toBe(String(mosaic.sections.length));
    const userOf = new Map(mosaic.sections.map(({ userName, userId }) => [userName, userId]));
    // The same order: a walk over the first row of the canvas meets the first rows of the list.
    const names = await list.getByRole('listitem').locator('[dir=auto]').allTextContents();
    await field(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Home');
    for (const name of names.slice(0, 4)) {
      await expect.poll(() => selected(page), SOON).toBe(userOf.get(name));
      await page.keyboard.press('ArrowRight');
    }
    await list.getByRole('searchbox').fill('person 77');
    await list.getByRole('button', { name: /^Person 77/ }).click();
    await tile(page, 'Person 77').waitFor();
    expect(await selected(page)).toBe(userOf.get('Person 77'));
    expect([...(await violationsOf(page)), ...problems.take()]).toEqual([]);
    await context.close();
  });

  test('opens a tile by a tap, and zooms by the wheel', async () => {
    const { context, problems } = await createViewer('2026-01-08', { viewport: PHONE, hasTouch: true });
    const page = await context.newPage();
    await open(page, '/mosaic/2026-01-08');
    const box = await field(page).boundingBox();
    if (box === null) throw new Error('The mosaic is not shown.');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.getByRole('region', { name: /^Tile of Person/ }).count(), SOON).toBe(1);
    const before = await selected(page);
    await page.getByRole('button', { name: 'Close the tile' }).click();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -300);
    // What lies under the pointer stays there.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => selected(page), SOON).toBe(before);
    expect(problems.take()).toEqual([]);
    await context.close();
  });

  test.each([
    ['portrait', 1_080, 1_920],
    ['card', 1_200, 630],
  ])('gives a picture of the form %s', async (form, width, height) => {
    const day = form === 'card' ? '2026-01-09' : '2026-01-10';
    const { context, problems } = await createViewer(day);
    const page = await context.newPage();
    await open(page, `/mosaic/${day}`);
    await page.getByRole('button', { name: 'Share the picture' }).click();
    const dialog = page.getByRole('dialog');
    if (form === 'card') await dialog.getByRole('radio', { name: 'For a message' }).check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`mosaic-${day}.png`);
    const picture = sharp(await readFile(await file.path()));
    expect(await picture.metadata()).toMatchObject({ format: 'png', width, height });
    // Flowers are bright, the night is dark.
    const { channels } = await picture.stats();
    expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(240);
    expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(40);
    expect(problems.take()).toEqual([]);
    await context.close();
  });

  test('can be read offline as it was seen last', async () => {
    const { context, problems } = await createViewer('2026-01-12', { serviceWorkers: 'allow' });
    const page = await context.newPage();
    await open(page, '/mosaic/2026-01-12');
    await cachedQueries(page, ['["me"]', '["mosaic","day","2026-01-12"]']);
    await keptShell(page);
    await site.gate.cut();
    await page.goto('/mosaic/2026-01-12');
    await page.getByText('This is the mosaic as you saw it last.').waitFor();
    await page.getByText('97 of 121 have bloomed').waitFor();
    await site.gate.mend();
    problems.take();
    await context.close();
  });
});

describe('a date', () => {
  test('without tiles, before the first, in the future or none says so', async () => {
    const { context } = await createViewer('2026-01-13');
    const page = await context.newPage();
    for (const [path, text] of [
      ['/mosaic/2025-01-01', 'The first mosaic is of'],
      ['/mosaic/2999-01-01', 'This day has not begun yet'],
      ['/mosaic/2026-02-30', 'There is nothing at this address'],
    ] as const) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
    }
    await context.close();
  });

  test('leads to another one by the strip', async () => {
    const { context, problems } = await createViewer('2026-01-14');
    await crowd(deps, '2026-01-15', 12);
    const page = await context.newPage();
    await open(page, '/mosaic/2026-01-14');
    const days = page.getByRole('navigation', { name: 'Days' });
    await days.getByRole('link', { name: /15 January, 12 tiles$/ }).click();
    await page.getByText('of 12 have bloomed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/mosaic/2026-01-15');
    expect(problems.take()).toEqual([]);
    await context.close();
  });
});

test('a tile lights up when another user checks in', async () => {
  const mira = await site.visitAsNew({}, { name: 'Mira Haddad' });
  const ada = await site.visitAsNew({ viewport: DESK }, { name: 'Ada Brook' });
  const hour = (add: number) => `${String((site.app.clock.now().getUTCHours() + add) % 24).padStart(2, '0')}:00`;
  const window = { activityType: 'walk', windowStartTime: hour(0), windowEndTime: hour(2), timezone: 'UTC' };
  await mira.call('POST', '/api/workout-window/setup', window);
  const date = site.app.clock.now().toISOString().slice(0, 10);
  const page = await ada.context.newPage();
  const connected = page.waitForResponse((response) => response.url().includes('/api/events'));
  await open(page, `/mosaic/${date}`);
  await connected;
  await page.getByText('0 of 1 have bloomed').waitFor();
  const photo = await drawnPicture('a meadow').jpeg().toBuffer();
  const sent = await mira.context.request.post('/api/workout-window/checkin', {
    headers: { origin: site.url },
    multipart: { activityType: 'walk', photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo } },
  });
  expect(sent.status()).toBe(201);
  await deps.background.drain();
  // The second event within three seconds waits, and the server repeats its response for as long.
  site.app.clock.advance(4_000);
  await page.getByText('1 of 1 have bloomed').waitFor();
  expect(ada.problems.take()).toEqual([]);
  await Promise.all([ada, mira].map(({ context }) => context.close()));
});
