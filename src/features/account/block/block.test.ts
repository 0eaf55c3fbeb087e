import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { existsBlockBetween, listBlockedWith, listBlockedWithEach } from '../index.ts';

const { person, superAdmin, call, deps, clock } = await startTestApp();

const block = (actor: Person | null, id: string) => call(actor, 'POST', `/api/users/${id}/block`);
const unblock = (actor: Person | null, id: string) => call(actor, 'DELETE', `/api/users/${id}/block`);
const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/users/blocked${query}`);

const rowsOf = ({ id }: Person) =>
  deps.db
    .selectFrom('user_block')
    .selectAll()
    .where((or) => or.or([or('blocker_id', '=', id), or('blocked_id', '=', id)]))
    .execute();

const change = ({ id }: Person, values: object) =>
  deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

async function impersonated(target: Person): Promise<Person> {
  const input = { target_id: target.id, reason: 'A ticket' };
  const { body } = await call(await superAdmin(), 'POST', '/api/admin/impersonate', input);
  return { ...target, token: body.token };
}

describe('POST /api/users/:id/block', () => {
  test('blocks a user, and changes nothing when repeated', async () => {
    const [ada, ben] = [await person(), await person()];
    const first = await block(ada, ben.id);
    expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    const rows = await rowsOf(ada);
    expect(rows).toEqual([{ blocker_id: ada.id, blocked_id: ben.id, created_at: clock.now() }]);
    clock.advance(60_000);
    const second = await block(ada, ben.id.toUpperCase());
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await rowsOf(ada)).toEqual(rows);
  });

  test('lets two users block each other', async () => {
    const [ada, ben] = [await person(), await person()];
    await block(ada, ben.id);
    expect((await block(ben, ada.id)).status).toBe(200);
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  test('blocks inactive users and super admins', async () => {
    const [ada, gone, root] = [await person(), await person(), await superAdmin()];
    await change(gone, { is_active: false });
    expect([(await block(ada, gone.id)).status, (await block(ada, root.id)).status]).toEqual([200, 200]);
    expect(await rowsOf(ada)).toHaveLength(2);
  });

  test('does not notify the blocked user', async () => {
    const [ada, ben] = [await person(), await person()];
    const glance = async () => [
      (await call(ben, 'GET', '/api/user/profile')).body,
      (await call(ben, 'GET', '/api/notifications')).body,
      (await list(ben)).body,
    ];
    const before = await glance();
    await block(ada, ben.id);
    expect(await glance()).toEqual(before);
  });

  test('returns 400 for the caller, in any case', async () => {
    const ada = await person();
    for (const id of [ada.id, ada.id.toUpperCase()]) {
      const { status, body } = await block(ada, id);
      expect([status, body.code]).toEqual([400, 'block.oneself']);
    }
    expect(await rowsOf(ada)).toEqual([]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await block(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await block(null, (await person()).id)).status).toBe(401);
  });

  test('returns 403 to an impersonator', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status, body } = await block(await impersonated(ada), ben.id);
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
    expect(await rowsOf(ada)).toEqual([]);
  });

  test('returns 404 for an unknown id', async () => {
    const ada = await person();
    const { status, body } = await block(ada, randomUUID());
    expect([status, body.code]).toEqual([404, 'block.user-not-found']);
    expect(await rowsOf(ada)).toEqual([]);
  });

  test('returns 429 after 120 changes within an hour, unblocking included: each can have a city matched anew', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_USER: '1000' } });
    const [ada, ben] = [await limited.person(), await limited.person()];
    const change = (index: number) =>
      limited.call(ada, index % 2 === 0 ? 'POST' : 'DELETE', `/api/users/${ben.id}/block`);
    const responses = await Promise.all(Array.from({ length: 122 }, (_, index) => change(index)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(120).fill(200), 429, 429]);
  });
});

describe('DELETE /api/users/:id/block', () => {
  test("removes the caller's block, and keeps that of the other user", async () => {
    const [ada, ben] = [await person(), await person()];
    await block(ada, ben.id);
    await block(ben, ada.id);
    const { status, body } = await unblock(ada, ben.id.toUpperCase());
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(await rowsOf(ada)).toMatchObject([{ blocker_id: ben.id }]);
    expect(await existsBlockBetween(deps.db, ada.id, ben.id)).toBe(true);
  });

  test('returns 200 without a block, with a block in the other direction only, and for an unknown id', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    await block(ben, ada.id);
    await block(ada, cleo.id);
    const responses = [];
    for (const id of [cleo.id, cleo.id, ben.id, ada.id, randomUUID()]) responses.push(await unblock(ada, id));
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(ada)).toMatchObject([{ blocker_id: ben.id }]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await unblock(await person(), 'abc')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await unblock(null, (await person()).id)).status).toBe(401);
  });

  test('returns 403 to an impersonator', async () => {
    const [ada, ben] = [await person(), await person()];
    await block(ada, ben.id);
    expect((await unblock(await impersonated(ada), ben.id)).status).toBe(403);
    expect(await rowsOf(ada)).toHaveLength(1);
  });
});

describe('GET /api/users/blocked', () => {
  test('lists blocked users, newest block first, with exactly these fields', async () => {
    const [ada, ben, cleo, other] = [await person({ name: 'Ada' }), await person(), await person(), await person()];
    await change(cleo, { full_name: 'Cleo', avatar_url: 'https://people.test/cleo.png' });
    await block(ada, ben.id);
    clock.advance(1_000);
    await block(ada, cleo.id);
    await block(other, ben.id);
    await block(ben, ada.id);
    const { status, body } = await list(ada);
    const [earlier, now] = [new Date(clock.now().getTime() - 1_000).toISOString(), clock.now().toISOString()];
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        users: [
          { id: cleo.id, full_name: 'Cleo', avatar_url: 'https://people.test/cleo.png', is_ai: false, blocked_at: now },
          { id: ben.id, full_name: 'A Person', avatar_url: null, is_ai: false, blocked_at: earlier },
        ],
        next_cursor: null,
      },
    });
    expect((await list(cleo)).body.users).toEqual([]);
    await unblock(ada, cleo.id);
    expect((await list(ada)).body.users).toMatchObject([{ id: ben.id }]);
  });

  test('omits inactive users until they are unblocked', async () => {
    const [ada, ben] = [await person(), await person()];
    await block(ada, ben.id);
    await change(ben, { is_active: false });
    expect((await list(ada)).body.users).toEqual([]);
    await change(ben, { is_active: true });
    expect((await list(ada)).body.users).toMatchObject([{ id: ben.id }]);
  });

  test('returns each user once in pages, also those of the same instant', async () => {
    const ada = await person();
    for (let count = 0; count < 5; count += 1) await block(ada, (await person()).id);
    const whole = (await list(ada)).body.users;
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await list(ada, `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.users.length).toBeLessThanOrEqual(2);
      seen.push(...body.users);
      cursor = body.next_cursor;
    }
    expect(whole).toHaveLength(5);
    expect(seen).toEqual(whole);
  });

  test('is available to an impersonator', async () => {
    const [ada, ben] = [await person(), await person()];
    await block(ada, ben.id);
    expect((await list(await impersonated(ada))).body.users).toMatchObject([{ id: ben.id }]);
  });

  test.each(['limit=0', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await list(await person(), `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });
});

describe('existsBlockBetween, listBlockedWith and listBlockedWithEach', () => {
  test('finds blocked users in both directions', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    await block(ada, ben.id);
    await block(cleo, ada.id);
    await block(ada, cleo.id);
    const between = async (one: Person, other: Person) => [
      await existsBlockBetween(deps.db, one.id, other.id),
      await existsBlockBetween(deps.db, other.id, one.id),
    ];
    expect(await between(ada, ben)).toEqual([true, true]);
    expect(await between(ada, cleo)).toEqual([true, true]);
    expect(await between(ben, cleo)).toEqual([false, false]);
    expect((await listBlockedWith(deps.db, ada.id)).toSorted()).toEqual([ben.id, cleo.id].toSorted());
    expect(await listBlockedWith(deps.db, ben.id)).toEqual([ada.id]);
    expect(await listBlockedWithEach(deps.db, [ada.id, ben.id, randomUUID()])).toEqual(
      new Map([
        [ada.id, new Set([ben.id, cleo.id])],
        [ben.id, new Set([ada.id])],
      ]),
    );
    expect(await listBlockedWithEach(deps.db, [])).toEqual(new Map());
  });
});
