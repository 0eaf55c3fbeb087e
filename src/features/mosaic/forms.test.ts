import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import type { Storage } from '#providers/storage/storage.ts';
import { countStatements } from '#test/count-statements.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { completeForms } from './forms.actions.ts';
import type { MosaicImages } from './mosaic.schema.ts';
import { listStoredTiles } from './mosaic.store.ts';
import { formKeysOf, pictureKey } from './mosaic-day.rules.ts';
import { listMosaics } from './mosaic-list.actions.ts';
import { crowd, takePart } from './test-participants.ts';

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, person, server } = app;
const LEASE_MS = 10 * 60_000;
let date = '2027-01-01';

/** A drawn mosaic of a new date. Returns the key of its image. */
async function drawMosaic(): Promise<string> {
  date = addDays(date, 1);
  clock.set(new Date(`${addDays(date, 1)}T12:00:00Z`));
  await crowd(deps, date, 3);
  const { status, body } = await call(null, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, {
    'x-cron-secret': 'secret-of-the-spring',
  });
  expect(status).toBe(200);
  return body.mosaic.imageUrl.slice('http://meadow.test/media/'.length);
}

/** The key of an image that the tests copy, since drawing one takes a second. */
const original = await drawMosaic();
const originalDate = date;

/** A mosaic of a new date as it was before there were other forms of an image. Returns the key of its image. */
async function storeOldMosaic(): Promise<string> {
  date = addDays(date, 1);
  clock.set(new Date(`${addDays(date, 1)}T12:00:00Z`));
  const imageKey = pictureKey(date, 'copy');
  const file = await deps.storage.read(original);
  await deps.storage.put(imageKey, file?.bytes ?? new Uint8Array());
  await sql`
    insert into mosaic (id, date, image_key, mosaic_data, total_participants, completed_count, failed_count, pending_count,
      created_at, updated_at)
    select ${deps.ids.next()}, ${date}, ${imageKey}, mosaic_data, total_participants, completed_count, failed_count, pending_count,
      ${clock.now()}, ${clock.now()}
    from mosaic where date = ${originalDate}`.execute(deps.db);
  return imageKey;
}

const filesOf = async (of = date) =>
  (await readdir(join(deps.config.dataDirectory, 'files', 'mosaics')))
    .filter((name) => name.startsWith(of))
    .map((name) => `mosaics/${name}`)
    .toSorted();

const imagesOf = async (of = date): Promise<MosaicImages | null> => {
  const { body } = await call(await person(), 'GET', '/api/mosaics');
  return body.mosaics.find((mosaic: { date: string }) => mosaic.date === of).images;
};

/** The storage with a list of the keys that are put. `onPut` runs before each. */
function watched(storage: Storage, keys: string[], onPut?: () => Promise<void>): Storage {
  const put: Storage['put'] = async (key, bytes) => {
    keys.push(key);
    await onPut?.();
    await storage.put(key, bytes);
  };
  return { ...storage, put };
}

describe('images of a mosaic', () => {
  test('have the sizes and types that the responses say', async () => {
    await drawMosaic();
    const images = await imagesOf();
    const { body } = await call(await person(), 'GET', `/api/workout-window/mosaic/${date}`);
    expect(body.mosaic.images).toEqual(images);
    expect(images?.full.url).toBe(body.mosaic.imageUrl);
    expect(images).toMatchObject({
      thumbnail: { width: 600 },
      medium: { width: 1_200 },
      full: { width: 2_400 },
      portrait: { width: 1_080, height: 1_920 },
      card: { width: 1_200, height: 630 },
    });
    for (const { url, width, height, color } of Object.values(images ?? {})) {
      const { statusCode, headers, rawPayload } = await server.inject({ method: 'GET', url });
      const metadata = await sharp(rawPayload).metadata();
      expect([url, metadata.width, metadata.height]).toEqual([url, width, height]);
      expect([statusCode, headers['content-type']]).toEqual([200, `image/${metadata.format}`]);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  test('of an older mosaic are made once it is listed, without changing its image', async () => {
    const imageKey = await storeOldMosaic();
    expect(await imagesOf()).toBeNull();
    await deps.background.drain();
    expect((await imagesOf())?.full.url).toContain(imageKey);
    expect(await filesOf()).toEqual([imageKey, ...Object.values(formKeysOf(imageKey))].toSorted());
  });

  test('of an older mosaic are made once it is read', async () => {
    await storeOldMosaic();
    const read = async () => (await call(await person(), 'GET', `/api/workout-window/mosaic/${date}`)).body.mosaic;
    const { sections, stats, images } = await read();
    expect(images).toBeNull();
    await deps.background.drain();
    const after = await read();
    expect([after.sections, after.stats]).toEqual([sections, stats]);
    expect(after.images.card.url).toContain('-card.png');
  });

  test('are rendered once by ten concurrent runs on two nodes', async () => {
    const imageKey = await storeOldMosaic();
    const nodes = [deps, (await startSecondNode(app)).deps] as const;
    const keys: string[] = [];
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const node = nodes[index % 2] ?? deps;
        return completeForms({ ...node, storage: watched(node.storage, keys) }, [date]);
      }),
    );
    expect(runs.flat()).toEqual([date]);
    expect(keys.toSorted()).toEqual(Object.values(formKeysOf(imageKey)).toSorted());
  });

  test('are deleted if the mosaic is drawn again meanwhile', async () => {
    await storeOldMosaic();
    const key = `mosaics/${date}-another.png`;
    const replace = async () => {
      await deps.db.updateTable('mosaic').set({ image_key: key }).where('date', '=', date).execute();
    };
    expect(await completeForms({ ...deps, storage: watched(deps.storage, [], replace) }, [date])).toEqual([]);
    expect(await filesOf()).toEqual([]);
  });

  test('are deleted with the image when it is drawn again', async () => {
    await drawMosaic();
    clock.advance(1);
    const { body } = await call(null, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, {
      'x-cron-secret': 'secret-of-the-spring',
    });
    const [, key = ''] = body.mosaic.imageUrl.split('/media/');
    expect(await filesOf()).toEqual([key, ...Object.values(formKeysOf(key))].toSorted());
  });

  test('are tried again after ten minutes if the storage fails or lacks the image', async () => {
    const imageKey = await storeOldMosaic();
    const { bytes } = (await deps.storage.read(imageKey)) ?? { bytes: new Uint8Array() };
    await deps.storage.delete(imageKey);
    expect(await completeForms(deps, [date])).toEqual([]);
    await deps.storage.put(imageKey, bytes);
    clock.advance(LEASE_MS - 1);
    expect(await completeForms(deps, [date])).toEqual([]);
    clock.advance(1);
    expect(await completeForms(deps, [date])).toEqual([date]);
    expect(await completeForms(deps, [date])).toEqual([]);
  });

  test('are made of the three latest mosaics in a run', async () => {
    const dates: string[] = [];
    for (let count = 0; count < 4; count++) {
      await storeOldMosaic();
      dates.push(date);
    }
    expect((await completeForms(deps, dates)).toSorted()).toEqual(dates.slice(1));
    expect(await completeForms(deps, dates)).toEqual(dates.slice(0, 1));
  });

  test('show the photos of users who show them now', async () => {
    await drawMosaic();
    const users = await Promise.all([true, true, false].map(() => person()));
    for (const [index, shows] of [true, true, false].entries()) {
      const user = users[index];
      if (user === undefined) continue;
      const values = { preferences: JSON.stringify({ mosaic_photo: shows }), is_active: index !== 1 };
      await deps.db.updateTable('profile').set(values).where('id', '=', user.id).execute();
      await takePart(deps, date, user.id, { checkIn: 'verified', tileKey: `check-in-tiles/${index}.webp` });
    }
    await call(null, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, {
      'x-cron-secret': 'secret-of-the-spring',
    });
    const tiles = await listStoredTiles(deps.db, date);
    expect(tiles).toHaveLength(6);
    expect(tiles.flatMap(({ tileKey }) => tileKey ?? [])).toEqual(['check-in-tiles/0.webp']);
  });

  test('cost the list no statement', async () => {
    await deps.db.deleteFrom('mosaic').execute();
    await deps.db.deleteFrom('chain').execute();
    await drawMosaic();
    const ada = await person();
    const actor = { userId: ada.id } as Parameters<typeof listMosaics>[1];
    const { count, ...counted } = countStatements(deps.db);
    await listMosaics({ ...deps, ...counted }, actor, {});
    expect(count()).toBe(1);
  });
});
