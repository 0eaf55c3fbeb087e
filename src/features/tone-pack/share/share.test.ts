import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { packsOf, withoutRequestId } from '../test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { make, offer, share, purchase, read } = packsOf(app);

const shareBy = (owner: Person | null, { id }: { id: string }, body: object) =>
  call(owner, 'POST', `/api/tone-packs/${id}/share`, body);
const unshare = (user: Person | null, { id }: { id: string }, userId: string) =>
  call(user, 'DELETE', `/api/tone-packs/${id}/share/${userId}`);
const sharesOf = async ({ id }: { id: string }) =>
  (await deps.db.selectFrom('tone_pack_share').select('user_id').where('pack_id', '=', id).execute())
    .map(({ user_id }) => user_id)
    .toSorted();

describe('POST /api/tone-packs/:id/share', () => {
  test('shares with a user by id, who can see and use the pack', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    const { status, body } = await shareBy(ada, pack, { user_id: ben.id });
    const created_at = clock.now().toISOString();
    const shared = { id: expect.any(String), pack_id: pack.id, user_id: ben.id, email: null, created_at };
    expect({ status, body }).toEqual({ status: 201, body: { share: shared } });
    expect((await read(ben, pack)).body.pack.access).toBe('shared');
    expect((await call(ben, 'POST', `/api/tone-packs/${pack.id}/activate`)).status).toBe(200);

    clock.advance(1_000);
    expect((await shareBy(ada, pack, { user_id: ben.id.toUpperCase() })).body).toEqual({ share: shared });
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('notifies the user once, by id or email address, and no user in a blocked pair', async () => {
    const [ada, ben, cleo, eve] = await Promise.all([person(), person(), person(), person()]);
    const pack = await make(ada);
    await call(eve, 'POST', `/api/users/${ada.id}/block`);
    for (const body of [{ user_id: ben.id }, { user_id: ben.id }, { email: cleo.email }, { email: eve.email }]) {
      expect((await shareBy(ada, pack, body)).status).toBe(201);
    }
    const inboxOf = async (user: Person) => (await call(user, 'GET', '/api/notifications')).body.notifications;
    for (const user of [ben, cleo]) {
      expect(await inboxOf(user)).toMatchObject([
        {
          kind: 'tone_pack_shared',
          data: { pack_id: pack.id, from_user_id: ada.id },
          target: { type: 'tone_pack', id: pack.id },
          actor: { id: ada.id },
        },
      ]);
    }
    expect([await inboxOf(ada), await inboxOf(eve)]).toEqual([[], []]);
  });

  test('shares with a user by email address, case-insensitively', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    expect((await shareBy(ada, pack, { email: ben.email.toUpperCase() })).status).toBe(201);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('returns the same for email addresses of active, unknown and inactive users', async () => {
    const [ada, ben, blocked] = await Promise.all([person(), person(), person()]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    const pack = await make(ada);
    const shareWith = async (email: string) => {
      const { status, body } = await shareBy(ada, pack, { email });
      expect(body.share.email).toBe(email);
      const { id, ...share } = body.share;
      return { status, share: { ...share, email: '', hasId: typeof id === 'string' } };
    };
    const known = await shareWith(ben.email);
    const again = await shareWith(ben.email);
    expect(known).toEqual({
      status: 201,
      share: { pack_id: pack.id, user_id: null, email: '', created_at: clock.now().toISOString(), hasId: true },
    });
    for (const other of [
      again,
      await shareWith('unknown@people.test'),
      await shareWith(blocked.email),
      await shareWith(ada.email),
    ])
      expect(other).toEqual(known);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('returns 400 for both user_id and email, and for neither', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    for (const asked of [{}, { user_id: ben.id, email: ben.email }]) {
      const { status, body } = await shareBy(ada, pack, asked);
      expect([status, body.code]).toEqual([400, 'tone-pack.share-with-one']);
    }
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('returns 400 for oneself', async () => {
    const ada = await person();
    const { status, body } = await shareBy(ada, await make(ada), { user_id: ada.id });
    expect([status, body.code]).toEqual([400, 'tone-pack.share-with-oneself']);
  });

  test.each<[string, object]>([
    ['an id that is none', { user_id: 'ben' }],
    ['an id of null', { user_id: null }],
    ['an address without a sign', { email: 'ben' }],
    ['an address of two', { email: 'a@people.test, b@people.test' }],
    ['a list of addresses', { email: ['a@people.test'] }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@people.test` }],
    ['a line break', { email: 'a@people.test\nb' }],
  ])('returns 400 for %s', async (_what, asked) => {
    const ada = await person();
    expect((await shareBy(ada, await make(ada), asked)).status).toBe(400);
  });

  test('returns 403 for other users who can see the pack and 404 for the rest', async () => {
    const [ada, ben, eve, root] = await Promise.all([person(), person(), person(), superAdmin()]);
    const [shared, sold] = await Promise.all([make(ada), offer(ada)]);
    await share(ada, shared, ben.id);
    await purchase(ben, sold);
    for (const pack of [shared, sold]) expect((await share(ben, pack, eve.id)).status).toBe(403);
    for (const stranger of [eve, root]) {
      const hidden = await share(stranger, shared, eve.id);
      expect(hidden.status).toBe(404);
      expect(withoutRequestId(hidden.body)).toEqual(
        withoutRequestId((await share(stranger, { id: randomUUID() }, eve.id)).body),
      );
    }
    expect(await sharesOf(shared)).toEqual([ben.id]);
  });

  test('returns 404 for unknown and inactive users', async () => {
    const [ada, blocked] = await Promise.all([person(), person()]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    const pack = await make(ada);
    for (const id of [randomUUID(), blocked.id]) {
      const { status, body } = await share(ada, pack, id);
      expect([status, body.code]).toEqual([404, 'tone-pack.user-not-found']);
    }
  });

  test('returns 401 without a token', async () => {
    expect((await shareBy(null, await make(await person()), { email: 'a@people.test' })).status).toBe(401);
  });
});

describe('DELETE /api/tone-packs/:id/share/:userId', () => {
  test('ends the access with the next request', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    await share(ada, pack, ben.id);
    await share(ada, pack, eve.id);
    expect((await unshare(ada, pack, ben.id)).status).toBe(200);
    expect((await read(ben, pack)).status).toBe(404);
    expect((await read(eve, pack)).status).toBe(200);
    expect((await unshare(ada, pack, ben.id)).body.code).toBe('tone-pack.not-shared');
  });

  test('ends an email share by its id, with the same response for unknown email addresses', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    for (const email of [ben.email, 'unknown-user@people.test']) {
      const { id } = (await shareBy(ada, pack, { email })).body.share;
      expect((await shareBy(ada, pack, { email: email.toUpperCase() })).body.share.id).toBe(id);
      const [ended, again] = [await unshare(ada, pack, id), await unshare(ada, pack, id)];
      expect([ended.status, again.status, again.body.code]).toEqual([200, 404, 'tone-pack.not-shared']);
    }
    expect((await read(ben, pack)).status).toBe(404);
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('keeps a share by user id when the email share ends', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    const byAddress = (await shareBy(ada, pack, { email: ben.email })).body.share;
    const byId = (await share(ada, pack, ben.id)).body.share;
    expect((await unshare(ada, pack, byAddress.id)).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([ben.id]);
    expect((await unshare(ada, pack, byId.id)).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('returns 404 for a share of another pack', async () => {
    const [ada, eve, ben] = await Promise.all([person(), person(), person()]);
    const [pack, other] = await Promise.all([make(ada), make(eve)]);
    const { id } = (await shareBy(ada, pack, { email: ben.email })).body.share;
    expect((await unshare(eve, other, id)).status).toBe(404);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('allows recipients to end their own share, and returns 403 for others', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    await share(ada, pack, ben.id);
    await share(ada, pack, eve.id);
    expect((await unshare(ben, pack, eve.id)).status).toBe(403);
    expect((await unshare(ben, pack, ben.id.toUpperCase())).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([eve.id]);
    expect((await unshare(ben, pack, ben.id)).status).toBe(404);
  });

  test('returns the same 404 for an invisible and an unknown pack', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    await share(ada, pack, ben.id);
    const hidden = await unshare(eve, pack, ben.id);
    expect(hidden.status).toBe(404);
    expect(withoutRequestId(hidden.body)).toEqual(
      withoutRequestId((await unshare(eve, { id: randomUUID() }, ben.id)).body),
    );
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('returns 400 for ids that are not UUIDs', async () => {
    const ada = await person();
    expect((await unshare(ada, { id: 'pack' }, ada.id)).status).toBe(400);
    expect((await unshare(ada, await make(ada), 'ben')).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await unshare(null, await make(await person()), randomUUID())).status).toBe(401);
  });
});
