import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { packsOf, withoutRequestId } from './test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const { make, offer, share, purchase, read } = packsOf(app);

const shareBy = (owner: Person | null, { id }: { id: string }, body: object) =>
  call(owner, 'POST', `/api/tone-packs/${id}/share`, body);
const unshare = (somebody: Person | null, { id }: { id: string }, userId: string) =>
  call(somebody, 'DELETE', `/api/tone-packs/${id}/share/${userId}`);
const sharesOf = async ({ id }: { id: string }) =>
  (await deps.db.selectFrom('tone_pack_share').select('user_id').where('pack_id', '=', id).execute())
    .map(({ user_id }) => user_id)
    .toSorted();

describe('POST /api/tone-packs/:id/share', () => {
  test('201 shares with a person by id, who sees and uses the pack then', async () => {
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

  test('201 shares with a person by address, in any case of its letters', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    expect((await shareBy(ada, pack, { email: ben.email.toUpperCase() })).status).toBe(201);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('201 answers alike of an address that somebody has, one that nobody has, and one of somebody blocked', async () => {
    const [ada, ben, blocked] = await Promise.all([person(), person(), person()]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    const pack = await make(ada);
    const answer = async (email: string) => {
      const { status, body } = await shareBy(ada, pack, { email });
      expect(body.share.email).toBe(email);
      const { id, ...share } = body.share;
      return { status, share: { ...share, email: '', hasId: typeof id === 'string' } };
    };
    const known = await answer(ben.email);
    const again = await answer(ben.email);
    expect(known).toEqual({
      status: 201,
      share: { pack_id: pack.id, user_id: null, email: '', created_at: clock.now().toISOString(), hasId: true },
    });
    for (const other of [
      again,
      await answer('nobody@people.test'),
      await answer(blocked.email),
      await answer(ada.email),
    ])
      expect(other).toEqual(known);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('400 refuses both ways at once, and none', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    for (const asked of [{}, { user_id: ben.id, email: ben.email }]) {
      const { status, body } = await shareBy(ada, pack, asked);
      expect([status, body.code]).toEqual([400, 'tone-pack.share-with-one']);
    }
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('400 refuses to share with oneself', async () => {
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
  ])('400 refuses %s', async (_what, asked) => {
    const ada = await person();
    expect((await shareBy(ada, await make(ada), asked)).status).toBe(400);
  });

  test('403 refuses whoever sees the pack and does not own it, 404 whoever does not see it', async () => {
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

  test('404 refuses an id that nobody has, or somebody who is blocked', async () => {
    const [ada, blocked] = await Promise.all([person(), person()]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
    const pack = await make(ada);
    for (const id of [randomUUID(), blocked.id]) {
      const { status, body } = await share(ada, pack, id);
      expect([status, body.code]).toEqual([404, 'tone-pack.person-not-found']);
    }
  });

  test('401 refuses nobody in particular', async () => {
    expect((await shareBy(null, await make(await person()), { email: 'a@people.test' })).status).toBe(401);
  });
});

describe('DELETE /api/tone-packs/:id/share/:userId', () => {
  test('200 takes the pack from them, from the next request on', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    await share(ada, pack, ben.id);
    await share(ada, pack, eve.id);
    expect((await unshare(ada, pack, ben.id)).status).toBe(200);
    expect((await read(ben, pack)).status).toBe(404);
    expect((await read(eve, pack)).status).toBe(200);
    expect((await unshare(ada, pack, ben.id)).body.code).toBe('tone-pack.not-shared');
  });

  test('200 ends a share by address by its id, and answers alike whether anybody has the address', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    for (const email of [ben.email, 'nobody-at-all@people.test']) {
      const { id } = (await shareBy(ada, pack, { email })).body.share;
      expect((await shareBy(ada, pack, { email: email.toUpperCase() })).body.share.id).toBe(id);
      const [ended, again] = [await unshare(ada, pack, id), await unshare(ada, pack, id)];
      expect([ended.status, again.status, again.body.code]).toEqual([200, 404, 'tone-pack.not-shared']);
    }
    expect((await read(ben, pack)).status).toBe(404);
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('200 leaves what was shared by user id when the share by address ends, and ends it by its own id', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await make(ada);
    const byAddress = (await shareBy(ada, pack, { email: ben.email })).body.share;
    const byId = (await share(ada, pack, ben.id)).body.share;
    expect((await unshare(ada, pack, byAddress.id)).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([ben.id]);
    expect((await unshare(ada, pack, byId.id)).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([]);
  });

  test('404 ends no share of another pack', async () => {
    const [ada, eve, ben] = await Promise.all([person(), person(), person()]);
    const [pack, other] = await Promise.all([make(ada), make(eve)]);
    const { id } = (await shareBy(ada, pack, { email: ben.email })).body.share;
    expect((await unshare(eve, other, id)).status).toBe(404);
    expect(await sharesOf(pack)).toEqual([ben.id]);
  });

  test('200 lets people end their own, and 403 nobody else’s', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const pack = await make(ada);
    await share(ada, pack, ben.id);
    await share(ada, pack, eve.id);
    expect((await unshare(ben, pack, eve.id)).status).toBe(403);
    expect((await unshare(ben, pack, ben.id.toUpperCase())).status).toBe(200);
    expect(await sharesOf(pack)).toEqual([eve.id]);
    expect((await unshare(ben, pack, ben.id)).status).toBe(404);
  });

  test('404 says of a pack that is not to be seen what it says of none', async () => {
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

  test('400 refuses ids that are none', async () => {
    const ada = await person();
    expect((await unshare(ada, { id: 'pack' }, ada.id)).status).toBe(400);
    expect((await unshare(ada, await make(ada), 'ben')).status).toBe(400);
  });

  test('401 refuses nobody in particular', async () => {
    expect((await unshare(null, await make(await person()), randomUUID())).status).toBe(401);
  });
});
