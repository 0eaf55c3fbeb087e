import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listMosaicDates } from './mosaic-list.store.ts';
import { crowd, takePart } from './test-participants.ts';

const SECRET = { 'x-cron-secret': 'secret-of-the-spring' };
const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, databaseUrl, deps, issuer, person } = app;

const LIST = '/api/mosaics';
const list = async (reader: Person | null, query = '') =>
  call(reader && (await renew(reader)), 'GET', `${LIST}${query}`);

/** Returns the user with a new token. */
const renew = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email }),
});

const datesIn = ({ body }: { body: { mosaics: { date: string }[] } }) => body.mosaics.map(({ date }) => date);

/** Eleven in the morning (UTC) of the date, when the next date has begun in the easternmost zone. */
const setDate = (date: string, time = '11:00') => clock.set(new Date(`${date}T${time}:00Z`));

async function generate(date: string): Promise<string> {
  const { status, body } = await call(null, 'POST', `/api/workout-window/mosaic/generate/${date}`, undefined, SECRET);
  expect(status).toBe(200);
  return body.mosaic.imageUrl;
}

async function clear(): Promise<void> {
  await deps.db.deleteFrom('mosaic').execute();
  await deps.db.deleteFrom('chain').execute();
}

describe('GET /api/mosaics', () => {
  test('returns an empty list without chains', async () => {
    setDate('2027-01-10');
    await clear();
    expect((await list(await person())).body).toEqual({ mosaics: [], next_cursor: null });
  });

  test('returns dates with their image, tiles and own tile, latest first', async () => {
    await clear();
    setDate('2027-02-10');
    const [ada, ben] = [await person(), await person()];
    await takePart(deps, '2027-02-10', ada.id, { checkIn: 'verified' });
    await takePart(deps, '2027-02-10', ben.id);
    setDate('2027-02-11', '12:00');
    const imageUrl = await generate('2027-02-10');
    await takePart(deps, '2027-02-11', ben.id);
    const day = { imageUrl: null, images: null, provisional: true, totalParticipants: 1, hasOwnTile: false };
    const images = expect.objectContaining({ full: expect.objectContaining({ url: imageUrl, width: 2_400 }) });
    const final = { date: '2027-02-10', imageUrl, images, provisional: false, totalParticipants: 2, hasOwnTile: true };
    expect((await list(ada)).body).toEqual({
      mosaics: [{ ...day, date: '2027-02-11' }, final],
      next_cursor: null,
    });
    expect((await list(ben)).body.mosaics).toMatchObject([{ hasOwnTile: true }, { hasOwnTile: true }]);
    expect((await list(await person())).body.mosaics).toMatchObject([{ hasOwnTile: false }, { hasOwnTile: false }]);
  });

  test('agrees with the mosaic of each date, drawn early, late or never', async () => {
    await clear();
    const users = [await person(), await person(), await person()] as const;
    const dates = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04'];
    for (const date of dates) await takePart(deps, date, users[0].id, { checkIn: 'verified' });
    setDate('2027-03-02', '12:00');
    await generate('2027-03-01');
    setDate('2027-03-02', '23:59');
    await generate('2027-03-02');
    for (const date of dates) await takePart(deps, date, users[1].id);
    setDate('2027-03-04', '13:00');
    const { body } = await list(users[1]);
    const viewer = await renew(users[2]);
    expect(body.mosaics.map(({ totalParticipants }: { totalParticipants: number }) => totalParticipants)).toEqual([
      2, 2, 2, 1,
    ]);
    for (const { date, imageUrl, provisional, totalParticipants } of body.mosaics) {
      const { mosaic } = (await call(viewer, 'GET', `/api/workout-window/mosaic/${date}`)).body;
      expect({ imageUrl, provisional, totalParticipants }).toEqual({
        imageUrl: mosaic.imageUrl,
        provisional: mosaic.provisional,
        totalParticipants: mosaic.stats.totalParticipants,
      });
    }
  });

  test('keeps dates whose users are all deleted', async () => {
    await clear();
    setDate('2027-04-02', '12:00');
    const ada = await person();
    await takePart(deps, '2027-04-01', ada.id, { checkIn: 'verified' });
    const imageUrl = await generate('2027-04-01');
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect((await list(await person())).body.mosaics).toEqual([
      {
        date: '2027-04-01',
        imageUrl,
        images: expect.anything(),
        provisional: false,
        totalParticipants: 1,
        hasOwnTile: false,
      },
    ]);
  });

  test('omits dates that have not begun in any time zone', async () => {
    await clear();
    const ada = await person();
    for (const date of ['2027-05-01', '2027-05-02', '2027-05-03']) await takePart(deps, date, ada.id);
    setDate('2027-05-01', '09:59');
    expect(datesIn(await list(ada))).toEqual(['2027-05-01']);
    setDate('2027-05-01', '10:00');
    expect(datesIn(await list(ada))).toEqual(['2027-05-02', '2027-05-01']);
  });

  test('pages through dates with gaps', async () => {
    await clear();
    setDate('2027-06-30');
    const ada = await person();
    const dates = ['2027-06-30', '2027-06-29', '2027-06-20', '2027-05-31', '2026-12-31'];
    for (const date of dates) await takePart(deps, date, ada.id);
    const found: string[][] = [];
    let cursor: string | null = null;
    do {
      const response = await list(ada, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      found.push(datesIn(response));
      cursor = response.body.next_cursor;
    } while (cursor !== null);
    expect(found).toEqual([dates.slice(0, 2), dates.slice(2, 4), dates.slice(4)]);
  });

  test('returns at most 100 dates', async () => {
    await clear();
    setDate('2027-06-30');
    const ada = await person();
    for (let days = 0; days < 101; days += 1) await takePart(deps, addDays('2027-06-30', -days), ada.id);
    const { body } = await list(ada);
    expect(body.mosaics).toHaveLength(100);
    const last = await list(ada, `?cursor=${body.next_cursor}`);
    expect([datesIn(last), last.body.next_cursor]).toEqual([[addDays('2027-06-30', -100)], null]);
  });

  test('starts at the latest date for a cursor far in the future', async () => {
    await clear();
    setDate('2027-06-30');
    const ada = await person();
    await takePart(deps, '2027-06-30', ada.id);
    const cursor = Buffer.from('999999999999999 00000000-0000-0000-0000-000000000000').toString('base64url');
    expect(datesIn(await list(ada, `?cursor=${cursor}`))).toEqual(['2027-06-30']);
    const first = Buffer.from('0 00000000-0000-0000-0000-000000000000').toString('base64url');
    expect(datesIn(await list(ada, `?cursor=${first}`))).toEqual([]);
  });

  test.each(['limit=0', 'limit=101', 'limit=none', 'cursor=x'])('returns 400 for %s', async (query) => {
    expect((await list(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });

  test('finds dates by an index, without reading all chains', async () => {
    await clear();
    await crowd(deps, '2027-06-01', 1_000);
    await sql`
      insert into chain (id, date, user_id, team_color, match_group, created_at)
      select gen_random_uuid(), date '2027-06-01' - day, user_id, 'red', 'a city', created_at
      from chain, generate_series(1, 20) as day`.execute(deps.db);
    await settle(deps.db, 'chain');
    const { id } = await person();
    for (const { buffers, outline } of await costsOf(databaseUrl, (db) => listMosaicDates(db, id, '2027-06-01', 21))) {
      expect(outline.join('\n')).toContain('chain_date_user_id_idx');
      expect(buffers, outline.join('\n')).toBeLessThan(400);
    }
  });
});
