import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING, newPhoto } from '../test-users.ts';
import { verifyPhoto } from '../verification/verification.actions.ts';
import { lockPhoto } from '../verification/verification.store.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, peopleAt } = createTestUsers(app);
clock.set(MORNING);

async function filesOf({ id }: Person): Promise<number> {
  const counts = ['check-ins', 'check-in-tiles'].map(async (folder) => {
    const names = await readdir(join(deps.config.dataDirectory, 'files', folder));
    return names.filter((name) => name.startsWith(id)).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test('of ten concurrent check-ins one is stored, with its files', async () => {
  const [ada, ben] = await peopleAt(8, 10);
  const photos = await Promise.all(Array.from({ length: 10 }, newPhoto));
  const responses = await Promise.all(photos.map((photo) => checkIn(ada as Person, { photo })));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = responses.filter(({ status }) => status === 400).map(({ body }) => body.code);
  expect(refusals).toEqual(Array(9).fill('check-in.already-made'));
  await looked();

  const rows = await deps.db
    .selectFrom('check_in')
    .selectAll()
    .where('user_id', '=', (ada as Person).id)
    .execute();
  expect(rows).toMatchObject([{ status: 'verified', battle_chips_earned: 1 }]);
  expect(await filesOf(ada as Person)).toBe(2);
  const notifications = await deps.db
    .selectFrom('notification')
    .where('user_id', '=', (ben as Person).id)
    .selectAll()
    .execute();
  expect(notifications.filter(({ kind }) => kind === 'baton_pass')).toHaveLength(1);
});

test('a file sent by ten users concurrently is verified once', async () => {
  const people = await peopleAt(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
  const photo = await newPhoto();
  const responses = await Promise.all(people.map((one) => checkIn(one, { photo })));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201));
  await looked();
  const rows = await deps.db
    .selectFrom('check_in')
    .select('status')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  expect(rows.filter(({ status }) => status === 'verified')).toHaveLength(1);
  expect(rows.filter(({ status }) => status === 'rejected')).toHaveLength(9);
});

test('a check-in waits for the pending decision about the same file', async () => {
  const people = (await peopleAt(6, 8)) as [Person, Person];
  const photo = await newPhoto();
  for (const one of people) await checkIn(one, { photo });
  await looked();
  const ids = people.map(({ id }) => id);
  const rows = await deps.db
    .updateTable('check_in')
    .set({ status: 'pending', rejection_reason: null })
    .where('user_id', 'in', ids)
    .returning(['id', 'user_id', 'photo_digest'])
    .execute();
  const [early, late] = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (early?.photo_digest == null || late === undefined) throw new Error('Both have sent a photo.');
  const deciding = await deps.db.startTransaction().execute();
  await lockPhoto(deciding, early.photo_digest);
  const waiting = verifyPhoto(deps, early);
  await untilLockWait(deps.db, waiting);
  await deciding.updateTable('check_in').set({ status: 'verified' }).where('id', '=', late.id).execute();
  await deciding.commit().execute();
  await waiting;
  const decided = await deps.db.selectFrom('check_in').select(['id', 'status']).where('user_id', 'in', ids).execute();
  expect(new Map(decided.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [early.id, 'rejected'],
      [late.id, 'verified'],
    ]),
  );
});

test('concurrent check-ins, window changes and rebuilds keep every row with a check-in as returned', async () => {
  const people = await peopleAt(6, 8, 10, 12, 14, 16);
  const responses = people.map((one) => checkIn(one));
  const rebuilds = people.map((one) => call(one, 'POST', '/api/workout-window/generate-chains', {}));
  const made = await Promise.all(responses);
  await Promise.all(rebuilds);
  expect(made.map(({ status }) => status)).toEqual(Array(6).fill(201));
  for (const { body } of made) {
    const row = await deps.db
      .selectFrom('chain')
      .selectAll()
      .where('id', '=', body.checkin.chain_id)
      .executeTakeFirst();
    expect(row).toMatchObject({ user_id: body.checkin.user_id, date: DATE, has_check_in: true });
  }
});
