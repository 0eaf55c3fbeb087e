import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { plainPicture } from '#test/pictures.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import type { Section } from './mosaic.rules.ts';
import { GeneratedMosaicBody, MosaicBody } from './mosaic.schema.ts';
import { crowd, type TestDay, takePart } from './test-participants.ts';

const SECRET = { 'x-cron-secret': 'secret-of-the-spring' };
const environment = { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' };
const app = await startTestApp({ environment });
const { call, clock, deps, person, server, superAdmin } = app;

const MALFORMED = ['2026-02-30', '2026-2-3', 'today', '20260101', '2026-01-01T00:00:00Z', '%20', '..%2F2026-01-01'];
const A_MOMENT = 3_001;
let date = '2027-01-01';

/** A date that no other test is about, at six in the evening in London. */
function nextDate(): string {
  date = addDays(date, 1);
  clock.set(new Date(`${date}T18:00:00Z`));
  return date;
}

/** The first instant at which the date has ended in all time zones. */
function endDate(): void {
  clock.set(new Date(`${addDays(date, 1)}T12:00:00Z`));
}

type Change = TestDay & { name?: string; profile?: object };

/** Creates a participant on the date of the test. */
async function participant({ name = 'A Person', profile = {}, ...day }: Change = {}): Promise<Person> {
  const created = await person({ name });
  await deps.db
    .updateTable('profile')
    .set({ full_name: name, ...profile })
    .where('id', '=', created.id)
    .execute();
  await takePart(deps, date, created.id, day);
  return created;
}

const read = async (asked = date, reader?: Person) =>
  checked(MosaicBody, await call(reader ?? (await person()), 'GET', `/api/workout-window/mosaic/${asked}`));

const generate = async (asked = date, caller: Person | null = null, headers: Record<string, string> = SECRET) =>
  checked(
    GeneratedMosaicBody,
    await call(
      caller,
      'POST',
      `/api/workout-window/mosaic/generate/${asked}`,
      undefined,
      caller === null ? headers : {},
    ),
  );

/** The route serializes its own JSON, so no other check compares it with the schema. */
function checked(shape: typeof MosaicBody, response: TestResponse): TestResponse {
  if (response.status === 200) expect([...Compile(shape).Errors(response.body)]).toEqual([]);
  return response;
}

const sectionOf = ({ body }: TestResponse, { id }: Person): Section =>
  body.mosaic.sections.find(({ userId }: Section) => userId === id);

const change = (table: 'profile' | 'check_in', key: 'id' | 'user_id', { id }: Person, values: object) =>
  deps.db.updateTable(table).set(values).where(key, '=', id).execute();

const rowsOf = (asked = date) => deps.db.selectFrom('mosaic').selectAll().where('date', '=', asked).execute();

const filesOf = async (asked = date) =>
  (await readdir(join(deps.config.dataDirectory, 'files', 'mosaics')).catch(() => [])).filter((name) =>
    name.startsWith(asked),
  );

async function pictureOf(response: TestResponse): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await server.inject({
    method: 'GET',
    url: response.body.mosaic.imageUrl,
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
  return rawPayload;
}

/** Returns the colour at the centre of a tile as red, green and blue. */
async function colourAt(picture: Buffer, { coordinates: { x, y, width } }: Section): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / 1_200;
  const start = ((y + Math.floor(width / 2)) * scale * info.width + (x + Math.floor(width / 2)) * scale) * 3;
  return [...data.subarray(start, start + 3)];
}

/** A square of one colour, as the tile of a check-in's photo. */
async function photo(colour: string): Promise<string> {
  const key = `check-ins/${deps.ids.next()}.jpg`;
  await deps.storage.put(key, await plainPicture({ width: 96, height: 96 }, colour).jpeg().toBuffer());
  return key;
}

const SHOWS_PHOTO = { preferences: { mosaic_photo: true } };

describe('GET /api/workout-window/mosaic/:date', () => {
  test('returns a tile with the current state of each user', async () => {
    nextDate();
    const ada = await participant({ name: 'Ada', checkIn: 'verified' });
    const ben = await participant({ name: 'Ben', color: 'blue', checkIn: 'rejected' });
    const eve = await participant({ name: 'Eve', color: 'blue', profile: { is_ai: true } });
    const response = await read();
    expect(response.status).toBe(200);
    const { sections, ...mosaic } = response.body.mosaic;
    const stats = { totalParticipants: 3, completed: 1, failed: 1, pending: 1 };
    expect(mosaic).toEqual({ imageUrl: null, images: null, date, provisional: true, stats, photos: [] });
    const tiles = sections.map(({ coordinates: _, ...section }: Section) => section);
    expect(tiles).toHaveLength(3);
    expect(tiles).toEqual(
      expect.arrayContaining([
        { userId: ada.id, userName: 'Ada', status: 'completed', teamColor: 'red', isAi: false },
        { userId: ben.id, userName: 'Ben', status: 'failed', teamColor: 'blue', isAi: false },
        { userId: eve.id, userName: 'Eve', status: 'pending', teamColor: 'blue', isAi: true },
      ]),
    );
    for (const { coordinates } of sections) {
      expect(Object.keys(coordinates)).toEqual(['x', 'y', 'width', 'height']);
      expect(coordinates.x + coordinates.width).toBeLessThanOrEqual(1_200);
    }
  });

  test('updates the tile of a completed day within seconds, at the same coordinates', async () => {
    nextDate();
    const ada = await participant();
    await participant({ checkIn: 'pending' });
    const before = sectionOf(await read(), ada);
    await deps.db.deleteFrom('chain').where('user_id', '=', ada.id).execute();
    await takePart(deps, date, ada.id, { checkIn: 'verified' });
    expect(sectionOf(await read(), ada)).toEqual(before);
    clock.advance(A_MOMENT);
    expect(sectionOf(await read(), ada)).toEqual({ ...before, status: 'completed' });
  });

  test.each(['1900-01-01', '2026-02-28', '9999-12-31'])(
    'returns an empty mosaic for %s without participants',
    async (day) => {
      const { status, body } = await read(day);
      const stats = { totalParticipants: 0, completed: 0, failed: 0, pending: 0 };
      const provisional = day.startsWith('9');
      expect({ status, body }).toEqual({
        status: 200,
        body: { mosaic: { imageUrl: null, images: null, date: day, provisional, photos: [], sections: [], stats } },
      });
    },
  );

  test('returns tomorrow for matched users', async () => {
    const tomorrow = addDays(nextDate(), 1);
    await takePart(deps, tomorrow, (await person()).id);
    expect((await read(tomorrow)).body.mosaic.stats).toMatchObject({ totalParticipants: 1, pending: 1 });
  });

  test('is provisional until the date has ended in all time zones', async () => {
    nextDate();
    await participant();
    endDate();
    clock.advance(-1);
    expect((await read()).body.mosaic.provisional).toBe(true);
    clock.advance(A_MOMENT);
    expect((await read()).body.mosaic.provisional).toBe(false);
  });

  test('returns the generated mosaic once the date has ended in all time zones', async () => {
    nextDate();
    const ada = await participant({ checkIn: 'verified' });
    const ben = await participant({ color: 'blue' });
    endDate();
    await generate();
    const before = (await read()).body.mosaic;
    await change('check_in', 'user_id', ada, { status: 'rejected', rejection_reason: 'No.', battle_chips_earned: 0 });
    await deps.db.deleteFrom('chain').where('user_id', '=', ben.id).execute();
    await takePart(deps, date, (await person()).id);
    clock.advance(A_MOMENT);
    expect((await read()).body.mosaic).toEqual(before);
  });

  test('returns live states while the generated mosaic is provisional', async () => {
    nextDate();
    await participant();
    const { imageUrl } = (await generate()).body.mosaic;
    endDate();
    await participant();
    const { mosaic } = (await read()).body;
    expect(mosaic).toMatchObject({ imageUrl, provisional: false, stats: { totalParticipants: 2 } });
  });

  test('returns current names, and hides inactive and deleted users', async () => {
    nextDate();
    const [ada, ben, eve] = [
      await participant({ name: 'Ada', checkIn: 'verified' }),
      await participant({ name: 'Ben', checkIn: 'verified' }),
      await participant({ name: 'Eve', checkIn: 'verified' }),
    ];
    endDate();
    await generate();
    const before = await read();
    await change('profile', 'id', ada, { full_name: 'Ada Brook' });
    await change('profile', 'id', ben, { is_active: false });
    await deps.db.deleteFrom('profile').where('id', '=', eve.id).execute();
    clock.advance(A_MOMENT);
    const after = await read();
    expect(sectionOf(after, ada)).toEqual({ ...sectionOf(before, ada), userName: 'Ada Brook' });
    expect(sectionOf(after, ben)).toEqual({ ...sectionOf(before, ben), userName: 'Former member' });
    expect(sectionOf(after, eve)).toEqual({ ...sectionOf(before, eve), userName: 'Former member' });
    expect(after.text).not.toMatch(/Ben|Eve/);
  });

  test('never returns locations, email addresses or avatars', async () => {
    nextDate();
    const secrets = { email: 'canary@people.test', avatar_url: 'https://canary.test/a.png' };
    const ada = await participant({ checkIn: 'verified', tileKey: 'check-ins/canary.jpg', profile: secrets });
    const place = { latitude: 48.12345678, longitude: 11.87654321, city: 'Canary City', ipAddress: '198.51.100.77' };
    expect((await call(ada, 'PUT', '/api/workout-window/update-location', place)).status).toBe(200);
    const texts = [(await read()).text, (await generate()).text, (await read()).text];
    endDate();
    texts.push((await generate()).text, (await read()).text);
    for (const text of texts) {
      expect(text).toContain(ada.id);
      expect(text.toLowerCase()).not.toMatch(/canary|48\.12|11\.87|198\.51|people\.test|berlin|latitude|email|avatar/);
    }
    const [row] = await rowsOf();
    expect(JSON.stringify(row)).not.toMatch(/canary|48\.12|A Person/i);
  });

  test.each(MALFORMED)('returns 400 for the date %s', async (malformed) => {
    expect((await read(malformed)).status).toBe(400);
  });

  test('returns 401 without a token, or with the secret of jobs', async () => {
    const url = `/api/workout-window/mosaic/${date}`;
    expect((await call(null, 'GET', url)).status).toBe(401);
    expect((await call(null, 'GET', url, undefined, SECRET)).status).toBe(401);
  });
});

describe('POST /api/workout-window/mosaic/generate/:date', () => {
  test('draws a public image', async () => {
    nextDate();
    const ada = await participant({ checkIn: 'verified' });
    const ben = await participant({ color: 'blue', checkIn: 'rejected' });
    const response = await generate();
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ success: true, message: `The mosaic of ${date} was drawn.` });
    const { imageUrl, stats } = response.body.mosaic;
    expect(imageUrl).toMatch(new RegExp(`^http://meadow.test/media/mosaics/${date}-[0-9a-f]{32}\\.png$`));
    const picture = await pictureOf(response);
    const { format, width } = await sharp(picture).metadata();
    expect([format, width]).toEqual(['png', 2_400]);
    // A heart of gold blooms in the middle, and a failed day is hollow.
    expect((await colourAt(picture, sectionOf(response, ada)))[0]).toBeGreaterThan(200);
    expect(Math.max(...(await colourAt(picture, sectionOf(response, ben))))).toBeLessThan(150);
    expect(await rowsOf()).toMatchObject([
      {
        image_key: imageUrl.slice('http://meadow.test/media/'.length),
        total_participants: stats.totalParticipants,
        completed_count: 1,
        failed_count: 1,
        pending_count: 0,
        created_at: clock.now(),
      },
    ]);
    expect((await read()).body.mosaic).toEqual(response.body.mosaic);
  });

  test('shows photos of completed users who allow it and are active', async () => {
    nextDate();
    const tileKey = await photo('#00ff00');
    const shown = await participant({ checkIn: 'verified', tileKey, profile: SHOWS_PHOTO });
    const others = [
      await participant({ checkIn: 'verified', tileKey }),
      await participant({ checkIn: 'verified', tileKey, profile: { preferences: { mosaic_photo: false } } }),
      await participant({ checkIn: 'pending', tileKey, profile: SHOWS_PHOTO }),
      await participant({ checkIn: 'rejected', tileKey, profile: SHOWS_PHOTO }),
      await participant({ checkIn: 'verified', tileKey, profile: { ...SHOWS_PHOTO, is_active: false } }),
      await participant({ checkIn: 'verified', tileKey: 'check-ins/gone.jpg', profile: SHOWS_PHOTO }),
    ];
    const response = await generate();
    const picture = await pictureOf(response);
    const [red = 255, green = 0] = await colourAt(picture, sectionOf(response, shown));
    expect([red < 10, green > 245]).toEqual([true, true]);
    for (const other of others) expect((await colourAt(picture, sectionOf(response, other)))[0]).toBeGreaterThan(100);

    // The responses have the same photos, before and after the date has ended.
    const missing = { userId: others.at(-1)?.id, thumbnail: expect.anything() };
    const thumbnail = {
      url: expect.stringContaining(`/media/${tileKey}?expires=`),
      width: 256,
      height: 256,
      color: null,
    };
    const photos = expect.arrayContaining([missing, { userId: shown.id, thumbnail }]);
    endDate();
    for (const { body } of [response, await generate()]) {
      expect(body.mosaic.photos).toEqual(photos);
      expect(body.mosaic.photos).toHaveLength(2);
    }
    const [{ thumbnail: own }] = response.body.mosaic.photos.filter(({ userId }: Section) => userId === shown.id);
    expect((await server.inject({ method: 'GET', url: own.url })).statusCode).toBe(200);
    await change('profile', 'id', shown, { preferences: { mosaic_photo: false } });
    clock.advance(A_MOMENT);
    expect((await read()).body.mosaic.photos).toEqual([missing]);
  });

  test('replaces the image, and deletes the old file and URL', async () => {
    nextDate();
    await participant();
    const first = await generate();
    const [row] = await rowsOf();
    clock.advance(60_000);
    await participant({ color: 'blue', checkIn: 'verified' });
    const second = await generate();
    expect(second.body.mosaic.imageUrl).not.toBe(first.body.mosaic.imageUrl);
    expect(second.body.mosaic.stats.totalParticipants).toBe(2);
    expect(await rowsOf()).toMatchObject([
      { id: row?.id, created_at: row?.created_at, updated_at: clock.now(), total_participants: 2 },
    ]);
    const [name = ''] = second.body.mosaic.imageUrl.split('/').at(-1).split('.png');
    expect((await filesOf()).filter((file) => !file.startsWith(name))).toEqual([]);
    expect(await filesOf()).toHaveLength(5);
    expect((await call(null, 'GET', first.body.mosaic.imageUrl)).status).toBe(404);
    await pictureOf(second);
  });

  test('keeps tiles of deleted users after the date has ended, and removes withdrawn photos', async () => {
    nextDate();
    const tileKey = await photo('#00ff00');
    const ada = await participant({ checkIn: 'verified', tileKey, profile: SHOWS_PHOTO });
    const eve = await participant({ name: 'Eve', checkIn: 'verified', tileKey, profile: SHOWS_PHOTO });
    endDate();
    const before = await generate();
    const withPhotos = await pictureOf(before);
    await change('profile', 'id', ada, { preferences: { mosaic_photo: false } });
    await deps.db.deleteFrom('profile').where('id', '=', eve.id).execute();
    const after = await generate();
    expect(sectionOf(after, ada)).toEqual(sectionOf(before, ada));
    expect(sectionOf(after, eve)).toEqual({ ...sectionOf(before, eve), userName: 'Former member' });
    for (const section of [sectionOf(after, ada), sectionOf(after, eve)]) {
      expect((await colourAt(withPhotos, section))[0]).toBeLessThan(10);
      expect((await colourAt(await pictureOf(after), section))[0]).toBeGreaterThan(200);
    }
  });

  test('draws many tiles, and stores them as drawn', async () => {
    nextDate();
    await crowd(deps, date, 2_000);
    endDate();
    const live = (await read()).body.mosaic;
    const { mosaic } = (await generate()).body;
    expect(mosaic).toEqual({ ...live, images: expect.anything(), imageUrl: expect.stringContaining(date) });
    expect(mosaic.stats).toEqual({ totalParticipants: 2_000, completed: 1_600, failed: 200, pending: 200 });
  });

  test('draws a date without participants', async () => {
    const response = await generate('2020-02-29');
    expect(response.body.mosaic).toMatchObject({ provisional: false, sections: [] });
    const { width, height } = await sharp(await pictureOf(response)).metadata();
    expect([width, height]).toEqual([2_400, 1_260]);
  });

  test('draws the same image for all names', async () => {
    nextDate();
    const ada = await participant({ name: 'Ada', checkIn: 'verified' });
    const plain = await pictureOf(await generate());
    const name = '</text><script>alert(1)</script>&#0;\u202e';
    await change('profile', 'id', ada, { full_name: name });
    clock.advance(A_MOMENT);
    const response = await generate();
    expect(sectionOf(response, ada).userName).toBe(name);
    expect((await pictureOf(response)).equals(plain)).toBe(true);
    expect(plain.toString('latin1')).not.toContain('Ada');
  });

  test('records an audit event with the actor', async () => {
    nextDate();
    const root = await superAdmin();
    expect((await generate(date, root)).status).toBe(200);
    clock.advance(1);
    await generate();
    const [row] = await rowsOf();
    const records = await deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'details'])
      .where('subject_id', '=', row?.id ?? '')
      .orderBy('created_at')
      .execute();
    const event = { action: 'mosaic.generate', details: { date } };
    expect(records).toEqual([
      { ...event, actor_id: root.id },
      { ...event, actor_id: null },
    ]);
  });

  test('returns the first response for the same Idempotency-Key', async () => {
    nextDate();
    const root = await superAdmin();
    const post = () =>
      call(root, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, { 'idempotency-key': date });
    const [first, second] = [await post(), await post()];
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    await pictureOf(second);
  });

  test('draws nothing while another run is in progress, and returns the existing mosaic', async () => {
    nextDate();
    await participant();
    await deps.jobs.runExclusive(`generate-mosaic ${date}`, async () => {
      const { status, body } = await generate(date, await superAdmin());
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, message: expect.stringContaining('Another run is drawing') });
      expect(body.mosaic).toMatchObject({ imageUrl: null, stats: { totalParticipants: 1 } });
      return {};
    });
    expect([await rowsOf(), await filesOf()]).toEqual([[], []]);
  });

  test('keeps a later mosaic, and leaves no file', async () => {
    nextDate();
    await generate();
    const later = new Date(clock.now().getTime() + 1);
    await deps.db.updateTable('mosaic').set({ updated_at: later }).where('date', '=', date).execute();
    const [row] = await rowsOf();
    const { imageUrl } = (await generate()).body.mosaic;
    expect(imageUrl).toContain(row?.image_key);
    expect(await rowsOf()).toEqual([row]);
    expect(await filesOf()).toHaveLength(5);
  });

  test('returns 400 for a date that has not begun in any time zone', async () => {
    nextDate();
    clock.set(new Date(`${addDays(date, -1)}T09:59:59.999Z`));
    const { status, body } = await generate();
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'mosaic.date-not-begun' });
    clock.advance(1);
    expect((await generate()).status).toBe(200);
    expect((await generate('9999-12-31')).status).toBe(400);
  });

  test.each(MALFORMED)('returns 400 for the date %s', async (malformed) => {
    expect((await generate(malformed)).status).toBe(400);
  });

  test.each([
    ['a request without a token', {}],
    ['a wrong secret', { 'x-cron-secret': 'secret-of-the-autumn' }],
  ])('returns 401 for %s', async (_who, headers) => {
    expect((await generate(date, null, headers)).status).toBe(401);
  });

  test('returns 403 for other users', async () => {
    nextDate();
    const { status, body } = await generate(date, await participant());
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'auth.not-super-admin' });
    expect(await rowsOf()).toEqual([]);
  });

  test('returns 503 if the storage fails, and keeps the previous mosaic', async () => {
    const unreachable = { STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'a' };
    const broken = await startTestApp({ environment: { ...environment, ...unreachable, AWS_SECRET_ACCESS_KEY: 'b' } });
    const url = '/api/workout-window/mosaic/generate/2026-01-01';
    const { status, body } = await broken.call(null, 'POST', url, undefined, SECRET);
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'storage.unavailable' });
    expect(await broken.deps.db.selectFrom('mosaic').select('id').execute()).toEqual([]);
    const reader = await broken.person();
    const { body: live } = await broken.call(reader, 'GET', '/api/workout-window/mosaic/2026-01-01');
    expect(live.mosaic.imageUrl).toBeNull();
  });
});
