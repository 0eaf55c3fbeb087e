import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { packsOf } from '../test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call } = app;
const { make, offer, share, purchase, activeOf } = packsOf(app);

const activate = (user: Person | null, { id }: { id: string }) => call(user, 'POST', `/api/tone-packs/${id}/activate`);
const deactivate = (user: Person | null, { id }: { id: string }) =>
  call(user, 'DELETE', `/api/tone-packs/${id}/activate`);

describe('POST /api/tone-packs/:id/activate', () => {
  test('sets the pack in the profile: own, shared, purchased or free', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    await call(ben, 'PUT', '/api/user/profile', { preferences: { theme: 'dark' } });
    const [own, shared, sold, gift] = [await make(ben), await make(ada), await offer(ada), await offer(ada, 0)];
    await share(ada, shared, ben.id);
    await purchase(ben, sold);
    for (const pack of [own, shared, sold, gift]) {
      const { status, body } = await activate(ben, pack);
      expect(status).toBe(200);
      expect(body.profile.preferences).toEqual({ theme: 'dark', active_tone_pack_id: pack.id });
      expect(await activeOf(ben)).toBe(pack.id);
    }
  });

  test('activates an unlisted pack for its buyers', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await purchase(ben, pack);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}`);
    expect((await activate(ben, pack)).status).toBe(200);
    expect((await activate(ada, pack)).status).toBe(404);
  });

  test('returns 403 for a priced pack until it is purchased', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    const { status, body } = await activate(ben, pack);
    expect([status, body.code]).toEqual([403, 'tone-pack.not-yours-to-use']);
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('returns the same 404 for an invisible and an unknown pack', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const pack = await make(ada);
    for (const user of [ben, root]) expect((await activate(user, pack)).status).toBe(404);
    expect((await activate(ben, { id: randomUUID() })).status).toBe(404);
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('no other request sets the active pack', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await call(ben, 'PUT', '/api/user/profile', { preferences: { active_tone_pack_id: pack.id } });
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await activate(await person(), { id: 'pack' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await activate(null, await make(await person()))).status).toBe(401);
  });
});

describe('DELETE /api/tone-packs/:id/activate', () => {
  test('deactivates the active pack, even after its deletion', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { theme: 'dark' } });
    const pack = await make(ada);
    await activate(ada, pack);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}`);
    expect(await activeOf(ada)).toBe(pack.id);
    expect((await deactivate(ada, { id: pack.id.toUpperCase() })).status).toBe(200);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.preferences).toEqual({ theme: 'dark' });
  });

  test('does not change another active pack or user', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [one, other] = await Promise.all([offer(ada, 0), make(ada)]);
    await activate(ada, one);
    await activate(ben, one);
    expect((await deactivate(ada, other)).status).toBe(200);
    expect((await deactivate(ada, { id: randomUUID() })).status).toBe(200);
    expect((await deactivate(ben, one)).status).toBe(200);
    expect([await activeOf(ada), await activeOf(ben)]).toEqual([one.id, undefined]);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await deactivate(await person(), { id: 'pack' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await deactivate(null, { id: randomUUID() })).status).toBe(401);
  });
});
