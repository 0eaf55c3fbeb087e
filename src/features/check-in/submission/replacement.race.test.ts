import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING, newPhoto } from '../test-users.ts';
import { verifyPhoto } from '../verification/verification.actions.ts';
import { lockPhoto } from '../verification/verification.store.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, notificationsOf, peopleAt, renewed } = createTestUsers(app);
clock.set(MORNING);
afterEach(() => clock.set(MORNING));
const admin = await app.superAdmin();

const decide = (id: string, verdict: 'verify' | 'reject') =>
  call(admin, 'POST', `/api/workout-window/admin/checkins/${id}/${verdict}`, { reason: 'Not you.' });

const rowOf = async ({ id }: Person) =>
  deps.db
    .selectFrom('check_in')
    .selectAll()
    .where('user_id', '=', id)
    .where('date', '=', DATE)
    .executeTakeFirstOrThrow();

const dayOf = async (owner: Person) => (await call(owner, 'GET', `/api/workout-window/checkin/${DATE}`)).body;

async function filesOf({ id }: Person): Promise<string[]> {
  const folders = ['check-ins', 'check-in-tiles'].map(async (folder) => {
    const names = await readdir(join(deps.config.dataDirectory, 'files', folder));
    return names.filter((name) => name.startsWith(id)).map((name) => `${folder}/${name}`);
  });
  return (await Promise.all(folders)).flat().sort();
}

/** Two neighbours; the photo of the second one is that of the first, and so it was rejected automatically. */
async function rejected(): Promise<{ before: Person; owner: Person; id: string }> {
  const [before, owner] = (await peopleAt(9, 11)) as [Person, Person];
  const photo = await newPhoto();
  await checkIn(before, { photo });
  await looked();
  const { body } = await checkIn(owner, { photo });
  await looked();
  return { before, owner, id: body.checkin.id };
}

describe('replacement of a rejected photo', () => {
  test('makes the check-in pending again, with its chips, and discards the old photo', async () => {
    const { owner, id } = await rejected();
    expect(await dayOf(owner)).toMatchObject({
      status: 'failed',
      checkin: { id, status: 'rejected', battle_chips_earned: 0, can_replace: true },
    });
    const old = await filesOf(owner);
    const { status, body } = await checkIn(owner, { activityType: 'strength' });
    expect([status, body.battleChipsEarned, body.chainStatus, body.nextUserNotified]).toEqual([
      201,
      2,
      'continued',
      false,
    ]);
    expect(body.checkin).toMatchObject({
      id,
      status: 'pending',
      rejection_reason: null,
      activity_type: 'strength',
      can_replace: false,
    });
    await looked();
    expect(await dayOf(owner)).toMatchObject({ status: 'completed', checkin: { status: 'verified' } });
    const files = await filesOf(owner);
    expect(files).toHaveLength(2);
    expect(files.some((name) => old.includes(name))).toBe(false);
  });

  test('is told to its user, and to no other user', async () => {
    const { before, owner, id } = await rejected();
    expect(await notificationsOf(owner, 'check_in_rejected')).toMatchObject([
      { body: expect.stringContaining('You can send another one until the date ends.') },
    ]);
    const { checkins } = (await call(before, 'GET', `/api/workout-window/checkins/${DATE}`)).body;
    expect(checkins.find((one: { id: string }) => one.id === id)).toMatchObject({ can_replace: false });
  });

  test('is possible once', async () => {
    const { before, owner } = await rejected();
    const photo = await newPhoto();
    clock.advance(1);
    const [other] = (await peopleAt(9)) as [Person];
    await checkIn(other, { photo });
    await looked();
    await checkIn(owner, { photo });
    await looked();
    expect((await dayOf(owner)).checkin).toMatchObject({ status: 'rejected', can_replace: false });
    expect(await checkIn(owner)).toMatchObject({ status: 400, body: { code: 'check-in.rejection-final' } });
    expect(await notificationsOf(owner, 'check_in_rejected')).toHaveLength(2);
    expect((await dayOf(before)).status).toBe('completed');
  });

  test('is possible until the date ends', async () => {
    const { owner } = await rejected();
    clock.set(new Date('2026-11-18T22:59:59.999Z'));
    expect((await dayOf(await renewed(owner))).checkin.can_replace).toBe(true);
    clock.set(new Date('2026-11-18T23:00:00Z'));
    expect((await dayOf(await renewed(owner))).checkin.can_replace).toBe(false);
    expect((await checkIn(await renewed(owner))).body).toMatchObject({ date: '2026-11-19' });
    expect((await rowOf(owner)).status).toBe('rejected');
  });

  test('arrives after the date has ended, but was taken before', async () => {
    const { owner, id } = await rejected();
    clock.set(new Date('2026-11-19T06:00:00Z'));
    const { body } = await checkIn(await renewed(owner), { takenAt: '2026-11-18T22:00:00Z' });
    expect(body).toMatchObject({ date: DATE, countsFor: 'taken', checkin: { id, within_window: false } });
  });

  test('is refused after the rejection of a super admin', async () => {
    const { owner, id } = await rejected();
    await decide(id, 'reject');
    expect((await dayOf(owner)).checkin.can_replace).toBe(false);
    const old = await filesOf(owner);
    expect(await checkIn(owner)).toMatchObject({ status: 400, body: { code: 'check-in.rejection-final' } });
    expect(await filesOf(owner)).toEqual(old);
  });

  test('is refused after the approval of a super admin', async () => {
    const { owner, id } = await rejected();
    await decide(id, 'verify');
    expect(await checkIn(owner)).toMatchObject({ status: 400, body: { code: 'check-in.already-made' } });
  });

  test('one of ten at the same time is stored, with its files', async () => {
    const { owner } = await rejected();
    const responses = await Promise.all(Array.from({ length: 10 }, () => checkIn(owner)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    await looked();
    const { photo_key, tile_key, status } = await rowOf(owner);
    expect([status, await filesOf(owner)]).toEqual(['verified', [tile_key, photo_key].sort()]);
  });

  test('and the rejection of a super admin at the same time: the rejection stays', async () => {
    for (const order of ['replacement', 'rejection']) {
      const { owner, id } = await rejected();
      const holding = await deps.db.startTransaction().execute();
      await holding.selectFrom('check_in').select('id').where('id', '=', id).forUpdate().execute();
      const first = order === 'replacement' ? checkIn(owner) : decide(id, 'reject');
      await untilLockWait(deps.db, first);
      const second = order === 'replacement' ? decide(id, 'reject') : checkIn(owner);
      await untilLockWait(deps.db, second, 2);
      await holding.commit().execute();
      const [replacement, rejection] =
        order === 'replacement' ? [await first, await second] : [await second, await first];
      await looked();
      expect([order, rejection.status, (await rowOf(owner)).status]).toEqual([order, 200, 'rejected']);
      expect([order, replacement.status]).toEqual([order, order === 'replacement' ? 201 : 400]);
      expect((await dayOf(owner)).checkin.can_replace).toBe(false);
    }
  });

  test('is not rejected by a decision about the old photo', async () => {
    const { owner, id } = await rejected();
    const { photo_digest } = await rowOf(owner);
    if (photo_digest === null) throw new Error('It has a photo.');
    const key = { id, user_id: owner.id };
    // A second verification has read the old photo, and waits for its turn.
    await deps.db
      .updateTable('check_in')
      .set({ status: 'pending', rejection_reason: null })
      .where('id', '=', id)
      .execute();
    const deciding = await deps.db.startTransaction().execute();
    await lockPhoto(deciding, photo_digest);
    const late = verifyPhoto(deps, key);
    await untilLockWait(deps.db, late);
    await deps.db
      .updateTable('check_in')
      .set({
        status: 'rejected',
        rejection_reason: 'Used before.',
        battle_chips_earned: 0,
        is_rejected_automatically: true,
      })
      .where('id', '=', id)
      .execute();
    const { status } = await checkIn(owner);
    await deciding.commit().execute();
    await late;
    await looked();
    expect([status, (await rowOf(owner)).status]).toEqual([201, 'verified']);
  });
});
