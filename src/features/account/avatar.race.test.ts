import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendForm } from '../../../test/multipart.ts';
import { plainPicture } from '../../../test/pictures.ts';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';

const { call, deps, person, server } = await startTestApp();
const picture = await plainPicture({ width: 64, height: 64 }).png().toBuffer();

const upload = (somebody: Person) => sendForm(call, somebody, '/api/user/avatar', { avatar: picture });
const remove = (somebody: Person) => call(somebody, 'DELETE', '/api/user/avatar');
const put = (somebody: Person, body: object) => call(somebody, 'PUT', '/api/user/profile', body);

/** The profile's avatar has its file, and there is no other file of this person. */
async function expectOneTruth({ id }: Person): Promise<void> {
  const row = await deps.db.selectFrom('profile').select('avatar_url').where('id', '=', id).executeTakeFirstOrThrow();
  const names = await readdir(join(deps.config.dataDirectory, 'files', 'avatars')).catch(() => []);
  const own = names.filter((name) => name.startsWith(id)).map((name) => `http://meadow.test/media/avatars/${name}`);
  expect(own).toEqual(row.avatar_url?.includes(id) ? [row.avatar_url] : []);
  if (own[0] !== undefined) expect((await server.inject({ method: 'GET', url: own[0] })).statusCode).toBe(200);
}

test('of ten uploads at once one stays, with a link that works', async () => {
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const ada = await person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(ada)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.profile.avatar_url)).size).toBe(10);
    await expectOneTruth(ada);
  }
});

test('uploads, deletions and changes at once leave no file behind, and no link without a file', async () => {
  for (let round = 0; round < byTier(1, 20); round += 1) {
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

test('changes of different preferences at once all survive', async () => {
  const wanted = { theme: 'dark', notifications: true, timezone: 'Europe/Lisbon', mosaic_photo: true };
  for (let round = 0; round < byTier(1, 20); round += 1) {
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

test('of a person’s uploads ten wait behind the one in work, more are refused, and others do not wait for them', async () => {
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
  const answers: Awaited<ReturnType<typeof upload>>[] = [];
  const uploads = Array.from({ length: 12 }, async () => answers.push(await upload(attacker)));
  await expect.poll(() => answers.length).toBe(2);
  for (const { status, body } of answers) expect([status, body.code]).toEqual([429, 'image.too-many-waiting']);
  expect((await upload(other)).status).toBe(200);
  expect(answers).toHaveLength(2);
  finish();
  await Promise.all([inWork, ...uploads]);
  expect(answers.slice(2).map(({ status }) => status)).toEqual(Array(10).fill(200));
});
