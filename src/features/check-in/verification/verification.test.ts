import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plainPicture } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, MORNING, newPhoto } from '../test-users.ts';
import { verifyAbandoned } from './verification.actions.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { checkIn, looked, notificationsOf, peopleAt, renewed } = createTestUsers(app);
clock.set(MORNING);
const admin = await app.superAdmin();

const decide = (caller: Person | null, id: string, verdict: 'verify' | 'reject', body?: object) =>
  call(caller, 'POST', `/api/workout-window/admin/checkins/${id}/${verdict}`, body);

/** Creates a check-in that continued the chain. */
async function made(): Promise<{ owner: Person; id: string }> {
  const [before, owner] = await peopleAt(8, 10);
  await checkIn(before as Person);
  const { body } = await checkIn(owner as Person);
  await looked();
  return { owner: owner as Person, id: body.checkin.id };
}

const chipsOf = async (id: string) =>
  deps.db.selectFrom('check_in').select(['status', 'battle_chips_earned']).where('id', '=', id).executeTakeFirst();

describe('POST /api/workout-window/admin/checkins/:id/reject', () => {
  test('takes the chips back, notifies the user and records an audit event', async () => {
    const { owner, id } = await made();
    expect(await chipsOf(id)).toEqual({ status: 'verified', battle_chips_earned: 2 });
    const { status, body } = await decide(admin, id, 'reject', { reason: 'This is a stock photo.' });
    expect(status).toBe(200);
    expect(body.checkin).toMatchObject({ status: 'rejected', rejection_reason: 'This is a stock photo.' });
    expect(await chipsOf(id)).toEqual({ status: 'rejected', battle_chips_earned: 0 });
    expect(await notificationsOf(owner, 'check_in_rejected')).toMatchObject([{ body: 'This is a stock photo.' }]);
    const { records } = (await call(admin, 'GET', `/api/admin/audit-log?subject_id=${id}`)).body;
    expect(records).toMatchObject([{ action: 'check-in.reject', actor_id: admin.id, details: { from: 'verified' } }]);
  });

  test('returns 400 without a reason', async () => {
    const { id } = await made();
    expect((await decide(admin, id, 'reject', {})).status).toBe(400);
    expect((await decide(admin, id, 'reject', { reason: '' })).status).toBe(400);
    expect((await chipsOf(id))?.status).toBe('verified');
  });

  test('returns 401 without a token, 403 for a member, 404 for an unknown id', async () => {
    const { owner, id } = await made();
    const reason = { reason: 'No.' };
    expect((await decide(null, id, 'reject', reason)).status).toBe(401);
    expect((await decide(owner, id, 'reject', reason)).status).toBe(403);
    expect((await decide(admin, randomUUID(), 'reject', reason)).body.code).toBe('check-in.not-found');
  });
});

describe('POST /api/workout-window/admin/checkins/:id/verify', () => {
  test('restores the chips that a rejection took', async () => {
    const { id } = await made();
    await decide(admin, id, 'reject', { reason: 'A mistake.' });
    const { status, body } = await decide(admin, id, 'verify');
    expect(status).toBe(200);
    expect(body.checkin).toMatchObject({ status: 'verified', rejection_reason: null, battle_chips_earned: 2 });
    expect(await chipsOf(id)).toEqual({ status: 'verified', battle_chips_earned: 2 });
  });

  test('returns 401 without a token, 403 for a member, 404 for an unknown id', async () => {
    const { owner, id } = await made();
    expect((await decide(null, id, 'verify')).status).toBe(401);
    expect((await decide(owner, id, 'verify')).status).toBe(403);
    expect((await decide(admin, randomUUID(), 'verify')).status).toBe(404);
  });
});

test('the next job verifies a check-in that its node left pending', async () => {
  const { id } = await made();
  await deps.db.updateTable('check_in').set({ status: 'pending' }).where('id', '=', id).execute();
  expect(await verifyAbandoned(deps)).toBe(0);
  clock.advance(61_000);
  expect(await verifyAbandoned(deps)).toBe(1);
  expect(await chipsOf(id)).toEqual({ status: 'verified', battle_chips_earned: 2 });
});

test('concurrent decisions end in one of them, with its chips', async () => {
  const { id } = await made();
  const verdicts = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0 ? decide(admin, id, 'verify') : decide(admin, id, 'reject', { reason: 'No.' }),
  );
  expect((await Promise.all(verdicts)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  const row = await chipsOf(id);
  expect(row?.battle_chips_earned).toBe(row?.status === 'verified' ? 2 : 0);
});

describe('photo that looks like one of another user', () => {
  const DAY = 24 * 60 * 60 * 1_000;
  /** Encodes the same image again. */
  const resaved = async (photo: Buffer, quality: number) =>
    sharp(photo).resize({ width: 300 }).jpeg({ quality }).toBuffer();
  const checkInWith = async (owner: Person, photo: Buffer) => {
    const { status, body } = await checkIn(owner, { photo });
    expect(status).toBe(201);
    await looked();
    return (await chipsOf(body.checkin.id))?.status;
  };

  test('is rejected within the same matching group, and its sender is notified', async () => {
    const [ada, ben] = (await peopleAt(8, 10)) as [Person, Person];
    const photo = await newPhoto();
    expect(await checkInWith(ada, photo)).toBe('verified');
    expect(await checkInWith(ben, await resaved(photo, 60))).toBe('rejected');
    expect(await notificationsOf(ben, 'check_in_rejected')).toHaveLength(1);
  });

  test('is verified in another group, and in the same one after seven days', async () => {
    const [ada, ben] = (await peopleAt(8, 10)) as [Person, Person];
    const [zoe] = (await peopleAt(8)) as [Person];
    const photo = await newPhoto();
    expect(await checkInWith(ada, photo)).toBe('verified');
    expect(await checkInWith(zoe, await resaved(photo, 60))).toBe('verified');
    clock.advance(7 * DAY + 1);
    expect(await checkInWith(await renewed(ben), await resaved(photo, 70))).toBe('verified');
    clock.set(MORNING);
  });

  test('is verified if the earlier one was rejected', async () => {
    const [ada, ben] = (await peopleAt(8, 10)) as [Person, Person];
    const photo = await newPhoto();
    const { body } = await checkIn(ada, { photo });
    await looked();
    await decide(admin, body.checkin.id, 'reject', { reason: 'Not yours.' });
    expect(await checkInWith(ben, await resaved(photo, 60))).toBe('verified');
  });

  test('is verified if both have too little detail', async () => {
    const [ada, ben] = (await peopleAt(8, 10)) as [Person, Person];
    const dark = (colour: string) => plainPicture({ width: 320, height: 240 }, colour).jpeg().toBuffer();
    expect(await checkInWith(ada, await dark('#101010'))).toBe('verified');
    expect(await checkInWith(ben, await dark('#111111'))).toBe('verified');
  });

  test('is verified once for concurrent check-ins of a group', async () => {
    const people = await peopleAt(8, 9, 10, 11, 12, 13);
    const photo = await newPhoto();
    const copies = await Promise.all(people.map((_, index) => resaved(photo, 50 + 5 * index)));
    const responses = await Promise.all(
      people.map((owner, index) => checkIn(owner, { photo: copies[index] as Buffer })),
    );
    await looked();
    const states = await Promise.all(responses.map(async ({ body }) => (await chipsOf(body.checkin.id))?.status));
    expect(states.toSorted()).toEqual([...Array(5).fill('rejected'), 'verified']);
  });
});
