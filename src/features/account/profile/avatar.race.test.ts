import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendForm } from '#test/multipart.ts';
import { plainPicture } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { call, deps, person, server } = await startTestApp();
const picture = await plainPicture({ width: 64, height: 64 }).png().toBuffer();

const upload = (user: Person) => sendForm(call, user, '/api/user/avatar', { avatar: picture });
const remove = (user: Person) => call(user, 'DELETE', '/api/user/avatar');
const put = (user: Person, body: object) => call(user, 'PUT', '/api/user/profile', body);

/** The profile's avatar has its file, and the user has no other file. */
async function expectOneTruth({ id }: Person): Promise<void> {
  const row = await deps.db.selectFrom('profile').select('avatar_url').where('id', '=', id).executeTakeFirstOrThrow();
  const names = await readdir(join(deps.config.dataDirectory, 'files', 'avatars')).catch(() => []);
  const own = names.filter((name) => name.startsWith(id)).map((name) => `http://meadow.test/media/avatars/${name}`);
  expect(own).toEqual(row.avatar_url?.includes(id) ? [row.avatar_url] : []);
  if (own[0] !== undefined) expect((await server.inject({ method: 'GET', url: own[0] })).statusCode).toBe(200);
}

test('keeps one of ten concurrent uploads, with a valid URL', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const ada = await person();
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload(ada)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(responses.map(({ body }) => body.profile.avatar_url)).size).toBe(10);
    await expectOneTruth(ada);
  }
});

test('leaves no unused file and no broken URL after concurrent changes', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const ada = await person();
    const stale = (await upload(ada)).body.profile.avatar_url;
    await Promise.all([
      ...Array.from({ length: 5 }, () => upload(ada)),
      ...Array.from({ length: 5 }, () => remove(ada)),
      ...Array.from({ length: 5 }, () => put(ada, { avatar_url: stale })),
      ...Array.from({ length: 5 }, () => put(ada, { avatar_url: 'https://else.test/a.png' })),
      ...Array.from({ length: 5 }, () => put(ada, { preferences: { theme: 'dark' } })),
    ]);
    await expectOneTruth(ada);
  }
});

test('keeps all concurrent changes of different preferences', async () => {
  const wanted = { theme: 'dark', notifications: true, timezone: 'Europe/Lisbon', mosaic_photo: true };
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const ada = await person();
    await Promise.all([
      ...Object.entries(wanted).map(([key, value]) => put(ada, { preferences: { [key]: value } })),
      put(ada, { full_name: 'Ada Brook' }),
      put(ada, { read_notes_enabled: true }),
      upload(ada),
    ]);
    const { profile } = (await call(ada, 'GET', '/api/user/profile')).body;
    expect(profile).toMatchObject({ preferences: wanted, full_name: 'Ada Brook', read_notes_enabled: true });
    await expectOneTruth(ada);
  }
});

test('queues ten uploads of a user, rejects more, and does not delay other users', async () => {
  const [attacker, other] = [await person(), await person()];
  let finish = (): void => undefined;
  const source = {
    read: async () => {
      await new Promise<void>((end) => {
        finish = end;
      });
      return picture;
    },
  };
  const inWork = deps.images.prepare(attacker.id, source, { width: 64, height: 64, fit: 'cover', format: 'webp' });
  const responses: Awaited<ReturnType<typeof upload>>[] = [];
  const uploads = Array.from({ length: 12 }, async () => responses.push(await upload(attacker)));
  await expect.poll(() => responses.length).toBe(2);
  for (const { status, body } of responses) expect([status, body.code]).toEqual([429, 'image.too-many-waiting']);
  expect((await upload(other)).status).toBe(200);
  expect(responses).toHaveLength(2);
  finish();
  await Promise.all([inWork, ...uploads]);
  expect(responses.slice(2).map(({ status }) => status)).toEqual(Array(10).fill(200));
});
