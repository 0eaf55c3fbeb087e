import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilLockWait } from '../../../../test/lock-waits.ts';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { createTestPeople, DATE, MORNING, newPhoto } from '../test-users.ts';
import { verifyPhoto } from '../verification/verification.actions.ts';
import { lockPhoto } from '../verification/verification.store.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, peopleAt } = createTestPeople(app);
clock.set(MORNING);

async function filesOf({ id }: Person): Promise<number> {
  const counts = ['check-ins', 'check-in-tiles'].map(async (folder) => {
    const names = await readdir(join(deps.config.dataDirectory, 'files', folder));
    return names.filter((name) => name.startsWith(id)).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test('of ten check-ins at once one counts, and the files of one are left', async () => {
  const [ada, ben] = await peopleAt(8, 10);
  const photos = await Promise.all(Array.from({ length: 10 }, newPhoto));
  const answers = await Promise.all(photos.map((photo) => checkIn(ada as Person, { photo })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status === 400).map(({ body }) => body.code);
  expect(refusals).toEqual(Array(9).fill('check-in.already-made'));
  await looked();

  const rows = await deps.db
    .selectFrom('check_in')
    .selectAll()
    .where('user_id', '=', (ada as Person).id)
    .execute();
  expect(rows).toMatchObject([{ status: 'verified', battle_chips_earned: 1 }]);
  expect(await filesOf(ada as Person)).toBe(2);
  const notices = await deps.db
    .selectFrom('notification')
    .where('user_id', '=', (ben as Person).id)
    .selectAll()
    .execute();
  expect(notices.filter(({ kind }) => kind === 'baton_pass')).toHaveLength(1);
});

test('one file that ten people send at once counts for one of them', async () => {
  const people = await peopleAt(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
  const photo = await newPhoto();
  const answers = await Promise.all(people.map((one) => checkIn(one, { photo })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
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

test('a file that another check-in is being decided about waits for that decision', async () => {
  const people = (await peopleAt(6, 8)) as [Person, Person];
  const photo = await newPhoto();
  for (const one of people) await checkIn(one, { photo });
  await looked();
  const ids = people.map(({ id }) => id);
  const rows = await deps.db
    .updateTable('check_in')
    .set({ status: 'pending', rejection_reason: null })
    .where('user_id', 'in', ids)
    .returning(['id', 'photo_digest'])
    .execute();
  const [early, late] = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (early?.photo_digest == null || late === undefined) throw new Error('Both have sent a photo.');
  const deciding = await deps.db.startTransaction().execute();
  await lockPhoto(deciding, early.photo_digest);
  const waiting = verifyPhoto(deps, early.id);
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

test('check-ins, changes of windows and rebuilds at once leave every row with a check-in as it was answered', async () => {
  const people = await peopleAt(6, 8, 10, 12, 14, 16);
  const answers = people.map((one) => checkIn(one));
  const rebuilds = people.map((one) => call(one, 'POST', '/api/workout-window/generate-chains', {}));
  const made = await Promise.all(answers);
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
