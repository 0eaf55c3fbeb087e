import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { packsOf } from './test-packs.ts';

const app = await startTestApp();
const { person, superAdmin, call } = app;
const { make, offer, share, purchase, activeOf } = packsOf(app);

const activate = (somebody: Person | null, { id }: { id: string }) =>
  call(somebody, 'POST', `/api/tone-packs/${id}/activate`);
const deactivate = (somebody: Person | null, { id }: { id: string }) =>
  call(somebody, 'DELETE', `/api/tone-packs/${id}/activate`);

describe('POST /api/tone-packs/:id/activate', () => {
  test('200 names the pack in the profile: own, shared, purchased or a gift', async () => {
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

  test('200 goes on for whoever bought a pack that is unlisted', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await purchase(ben, pack);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}`);
    expect((await activate(ben, pack)).status).toBe(200);
    expect((await activate(ada, pack)).status).toBe(404);
  });

  test('403 refuses a pack that has a price until it is paid', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    const { status, body } = await activate(ben, pack);
    expect([status, body.code]).toEqual([403, 'tone-pack.not-yours-to-use']);
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('404 refuses a pack that is not to be seen, as any that is not there', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const pack = await make(ada);
    for (const somebody of [ben, root]) expect((await activate(somebody, pack)).status).toBe(404);
    expect((await activate(ben, { id: randomUUID() })).status).toBe(404);
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('nothing else sets the active pack', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const pack = await offer(ada);
    await call(ben, 'PUT', '/api/user/profile', { preferences: { active_tone_pack_id: pack.id } });
    expect(await activeOf(ben)).toBeUndefined();
  });

  test('400 refuses an id that is none', async () => {
    expect((await activate(await person(), { id: 'pack' })).status).toBe(400);
  });

  test('401 refuses nobody in particular', async () => {
    expect((await activate(null, await make(await person()))).status).toBe(401);
  });
});

describe('DELETE /api/tone-packs/:id/activate', () => {
  test('200 leaves the person without an active pack, also one that is gone', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { theme: 'dark' } });
    const pack = await make(ada);
    await activate(ada, pack);
    await call(ada, 'DELETE', `/api/tone-packs/${pack.id}`);
    expect(await activeOf(ada)).toBe(pack.id);
    expect((await deactivate(ada, { id: pack.id.toUpperCase() })).status).toBe(200);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.preferences).toEqual({ theme: 'dark' });
  });

  test('200 does nothing about another pack, or another person', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const [one, other] = await Promise.all([offer(ada, 0), make(ada)]);
    await activate(ada, one);
    await activate(ben, one);
    expect((await deactivate(ada, other)).status).toBe(200);
    expect((await deactivate(ada, { id: randomUUID() })).status).toBe(200);
    expect((await deactivate(ben, one)).status).toBe(200);
    expect([await activeOf(ada), await activeOf(ben)]).toEqual([one.id, undefined]);
  });

  test('400 refuses an id that is none', async () => {
    expect((await deactivate(await person(), { id: 'pack' })).status).toBe(400);
  });

  test('401 refuses nobody in particular', async () => {
    expect((await deactivate(null, { id: randomUUID() })).status).toBe(401);
  });
});
