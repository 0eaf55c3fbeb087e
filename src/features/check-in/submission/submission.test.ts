import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plainPicture } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING, newPhoto } from '../test-users.ts';

const app = await startTestApp();
const { call, clock, deps, person, server } = app;
const { checkIn, looked, notificationsOf, peopleAt, renewed, setUp } = createTestUsers(app);
clock.set(MORNING);

const HOUR = 60 * 60 * 1000;

const rowOf = ({ id }: Person, date = DATE) =>
  deps.db.selectFrom('check_in').selectAll().where('user_id', '=', id).where('date', '=', date).executeTakeFirst();

/** Lists the stored photos and tiles of a user. */
async function filesOf({ id }: Person): Promise<string[]> {
  const folders = ['check-ins', 'check-in-tiles'].map(async (folder) => {
    const names = await readdir(join(deps.config.dataDirectory, 'files', folder)).catch(() => []);
    return names.filter((name) => name.startsWith(id)).map((name) => `${folder}/${name}`);
  });
  return (await Promise.all(folders)).flat();
}

/** Creates two users whose windows follow each other. */
async function pair(): Promise<[Person, Person]> {
  const [first, second] = await peopleAt(9, 11);
  if (!first || !second) throw new Error('There are two of them.');
  return [first, second];
}

describe('POST /api/workout-window/checkin', () => {
  test('stores the photo, and is pending until it is verified', async () => {
    const [ada] = await pair();
    const { status, body } = await checkIn(ada, { latitude: '52.516275', longitude: '13.377704' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      checkin: {
        user_id: ada.id,
        user_name: 'Person 0',
        is_ai: false,
        date: DATE,
        activity_type: 'walk',
        within_window: true,
        status: 'pending',
        battle_chips_earned: 1,
        location_lat: 52.516275,
        location_lng: 13.377704,
        photo_timestamp: MORNING.toISOString(),
      },
      battleChipsEarned: 1,
      chainStatus: 'broken',
      chainStart: true,
    });
    await looked();
    expect(await rowOf(ada)).toMatchObject({
      status: 'verified',
      battle_chips_earned: 1,
      chain_id: expect.any(String),
    });

    const photo = await server.inject({ method: 'GET', url: body.checkin.photo_url });
    expect(photo.statusCode).toBe(200);
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect(await filesOf(ada)).toHaveLength(2);
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/);
    expect(body.checkin.photo).toEqual({ url: body.checkin.photo_url, width: 320, height: 240, color });
    expect(body.checkin.photo_thumbnail).toEqual({ url: expect.any(String), width: 256, height: 256, color });
    const thumbnail = await server.inject({ method: 'GET', url: body.checkin.photo_thumbnail.url });
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('continues the chain if the before user has checked in, and notifies the after user', async () => {
    const [ada, ben] = await pair();
    expect((await checkIn(ada)).body).toMatchObject({ chainStart: true, nextUserNotified: true });
    expect(await notificationsOf(ben, 'baton_pass')).toEqual([
      expect.objectContaining({
        body: 'Person 0 has checked in. Keep the chain going.',
        data: { date: DATE, from_user_id: ada.id, is_ai: false },
      }),
    ]);
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 2,
      chainStatus: 'continued',
      chainStart: false,
      nextUserNotified: false,
    });
  });

  test('breaks the chain if the before user has not checked in or was rejected', async () => {
    const [, ben] = await pair();
    expect((await checkIn(ben)).body).toMatchObject({ battleChipsEarned: 1, chainStatus: 'broken', chainStart: false });

    const [cleo, dan] = await pair();
    await checkIn(cleo);
    await looked();
    const admin = await app.superAdmin();
    const { id } = (await rowOf(cleo)) ?? {};
    await call(admin, 'POST', `/api/workout-window/admin/checkins/${id}/reject`, { reason: 'Not you.' });
    expect((await checkIn(dan)).body).toMatchObject({ battleChipsEarned: 1, chainStatus: 'broken' });
  });

  test('is accepted at any time of the day, and returns whether it was within the window', async () => {
    const [early] = await peopleAt(18);
    expect((await checkIn(early as Person)).body.checkin).toMatchObject({ within_window: false, date: DATE });
  });

  test('counts for yesterday after midnight while the window is open', async () => {
    const [night] = await peopleAt(23);
    clock.set(new Date('2026-11-18T23:30:00Z'));
    const ada = await renewed(night as Person);
    expect((await checkIn(ada)).body.checkin).toMatchObject({ date: DATE, within_window: true });
    clock.set(new Date('2026-11-19T00:30:00Z'));
    expect((await checkIn(await renewed(ada))).body.checkin).toMatchObject({
      date: '2026-11-19',
      within_window: false,
    });
    clock.set(MORNING);
  });

  test('matches a group that was not matched yet', async () => {
    const [ada] = await pair();
    await deps.db.deleteFrom('chain').where('user_id', '=', ada.id).execute();
    expect((await checkIn(ada)).body.checkin.chain_id).toEqual(expect.any(String));
  });

  test('keeps the time of the camera and no other metadata', async () => {
    const taken = plainPicture({ width: 80, height: 40 }, '#336699').withExif({
      IFD0: { Artist: 'Private Name' },
      IFD2: { DateTimeOriginal: '2026:11:18 07:15:30' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    });
    const [ada] = await pair();
    const { body } = await checkIn(ada, { photo: await taken.jpeg().toBuffer() });
    expect(body.checkin).toMatchObject({ photo_timestamp: '2026-11-18T06:15:30.000Z', location_lat: null });
    const { rawPayload } = await server.inject({ method: 'GET', url: body.checkin.photo_url });
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(rawPayload.includes('Private Name')).toBe(false);
  });

  test('freezes the chain row', async () => {
    const [ada, ben] = await pair();
    const before = (await checkIn(ada)).body.checkin.chain_id;
    await call(ben, 'DELETE', '/api/workout-window/my-window');
    await call(ada, 'POST', '/api/workout-window/generate-chains', {});
    const { chain } = (await call(ada, 'GET', `/api/workout-window/chain/${DATE}`)).body;
    expect(chain).toMatchObject({ afterUser: { userId: ben.id } });
    expect((await rowOf(ada))?.chain_id).toBe(before);
  });

  test('returns 400 for a second check-in of a day, and stores no second photo', async () => {
    const [ada] = await pair();
    await checkIn(ada);
    expect(await checkIn(ada)).toMatchObject({ status: 400, body: { code: 'check-in.already-made' } });
    expect(await filesOf(ada)).toHaveLength(2);
  });

  test('returns 400 after a change of time zone until the day has ended where it began', async () => {
    const [ada] = await pair();
    await checkIn(ada);
    await setUp(ada, { hour: 10, timezone: 'Pacific/Kiritimati' });
    clock.advance(2 * HOUR);
    // It is already tomorrow there.
    expect((await checkIn(await renewed(ada))).body).toMatchObject({ code: 'check-in.day-not-over' });
    clock.set(new Date('2026-11-18T23:00:00Z'));
    expect((await checkIn(await renewed(ada))).status).toBe(201);
    clock.set(MORNING);
  });

  test('returns 400 without an open window', async () => {
    const ada = await person();
    expect(await checkIn(ada)).toMatchObject({ status: 400, body: { code: 'check-in.window-required' } });
    const [ben] = await pair();
    await call(ben, 'DELETE', '/api/workout-window/my-window');
    expect((await checkIn(ben)).body.code).toBe('check-in.window-required');
    expect([...(await filesOf(ada)), ...(await filesOf(ben))]).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['an unknown activity', { activityType: 'sleep' }, 'request.invalid'],
    ['no activity', { activityType: '' }, 'request.invalid'],
    ['a latitude alone', { latitude: '52.5' }, 'check-in.place-invalid'],
    ['a latitude above 90', { latitude: '91', longitude: '0' }, 'check-in.place-invalid'],
    ['an infinite latitude', { latitude: '1e999', longitude: '0' }, 'check-in.place-invalid'],
    ['a latitude that is no number', { latitude: 'north', longitude: '0' }, 'request.invalid'],
    ['a hexadecimal latitude', { latitude: '0x10', longitude: '0' }, 'request.invalid'],
  ])('returns 400 for %s', async (_what, parts, code) => {
    const [ada] = await pair();
    expect(await checkIn(ada, parts)).toMatchObject({ status: 400, body: { code } });
    expect(await rowOf(ada)).toBeUndefined();
    expect(await filesOf(ada)).toEqual([]);
  });

  test('returns 400 for a file that is no photo, and 413 for a photo above 10 MB', async () => {
    const [ada] = await pair();
    const photo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await checkIn(ada, { photo })).body.code).toBe('image.unreadable');
    expect((await checkIn(ada, { photo: Buffer.alloc(10 * 1024 * 1024 + 1, 1) })).status).toBe(413);
    expect(await rowOf(ada)).toBeUndefined();
  });

  test('returns 503 if the photo cannot be stored, and the date stays free', async () => {
    const [ada] = await pair();
    const { put } = deps.storage;
    let puts = 0;
    deps.storage.put = async (key, bytes) => {
      puts += 1;
      if (puts === 2) throw (await import('#providers/storage/storage.errors.ts')).storageErrors.unavailable();
      return put(key, bytes);
    };
    expect((await checkIn(ada)).status).toBe(503);
    deps.storage.put = put;
    expect(await filesOf(ada)).toEqual([]);
    expect((await checkIn(ada)).status).toBe(201);
  });

  test('returns 401 without a token', async () => {
    expect((await checkIn(null)).status).toBe(401);
  });
});

describe('reused photo', () => {
  test('is rejected if another user sent the same file, and its sender is notified', async () => {
    const [ada, ben] = await pair();
    const photo = await newPhoto();
    await checkIn(ada, { photo });
    await looked();
    const { body } = await checkIn(ben, { photo });
    expect(body.checkin).toMatchObject({ status: 'pending', battle_chips_earned: 2 });
    await looked();
    expect(await rowOf(ben)).toMatchObject({ status: 'rejected', battle_chips_earned: 0 });
    expect((await rowOf(ada))?.status).toBe('verified');
    expect(await notificationsOf(ben, 'check_in_rejected')).toHaveLength(1);
  });

  test.each([
    ['1e-7', '-1.5E-3', 1e-7, -0.0015],
    ['5.2516275e1', '1E+2', 52.516275, 100],
    ['1e-999', '-0', 0, 0],
  ])('accepts the coordinates %s and %s as JSON numbers', async (latitude, longitude, location_lat, location_lng) => {
    const [ada] = (await peopleAt(10)) as [Person];
    const { status, body } = await checkIn(ada, { latitude, longitude });
    expect(status).toBe(201);
    expect(body.checkin).toMatchObject({ location_lat, location_lng });
  });

  test("is rejected if it is another encoding of the user's own photo", async () => {
    const [ada] = await pair();
    const photo = await newPhoto();
    await checkIn(ada, { photo });
    await looked();
    clock.set(new Date('2026-11-19T09:00:00Z'));
    await checkIn(await renewed(ada), { photo: await sharp(photo).jpeg({ quality: 60 }).toBuffer() });
    await looked();
    expect(await rowOf(ada, '2026-11-19')).toMatchObject({ status: 'rejected' });
    clock.set(new Date('2026-11-20T09:00:00Z'));
    await checkIn(await renewed(ada));
    await looked();
    expect(await rowOf(ada, '2026-11-20')).toMatchObject({ status: 'verified' });
    clock.set(MORNING);
  });
});
