import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formOf, sendForm } from '#test/multipart.ts';
import { gifThatIsAScript, hugePng, noisyPicture, plainPicture } from '#test/pictures.ts';
import { startTestBucket } from '#test/servers/bucket.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';
import { uploadAvatar } from './avatar.actions.ts';

const { accessKeyId, secretAccessKey, bucket, endpoint } = await startTestBucket();
const onDisk = await startTestApp();
const inBucket = await startTestApp({
  environment: {
    STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  },
});
const withoutStorage = await startTestApp({
  environment: {
    STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  },
});
const { call, clock, deps, person } = onDisk;

const picture = (colour?: string) => plainPicture({ width: 300, height: 200 }, colour).jpeg().toBuffer();
const upload = async (user: Person, bytes?: Uint8Array, app: TestApp = onDisk) =>
  sendForm(app.call, user, '/api/user/avatar', { avatar: bytes ?? (await picture()) });
const profileOf = async (user: Person, app: TestApp = onDisk) =>
  (await app.call(user, 'GET', '/api/user/profile')).body.profile;
const addressOf = async (user: Person) => (await profileOf(user)).avatar_url;

/** The response for a URL of the service. */
async function look(address: string, app: TestApp = onDisk): Promise<{ status: number; bytes: Buffer }> {
  const { statusCode, rawPayload } = await app.server.inject({ method: 'GET', url: address });
  return { status: statusCode, bytes: rawPayload };
}

const folder = join(deps.config.dataDirectory, 'files', 'avatars');
/** The stored files of a user. */
async function filesOf({ id }: Person): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name.includes(id));
}

async function expectUnchanged(user: Person): Promise<void> {
  expect(await addressOf(user)).toBeNull();
  expect(await filesOf(user)).toEqual([]);
  expect(await readdir(deps.uploadFolder).catch(() => [])).toEqual([]);
}

describe.each([
  ['on disk', onDisk],
  ['in a bucket', inBucket],
])('POST /api/user/avatar, stored %s', (_name, app) => {
  test('stores a square image at an unguessable URL', async () => {
    const ada = await app.person();
    const before = await profileOf(ada, app);
    app.clock.advance(5_000);
    const { status, body } = await upload(ada, undefined, app);
    expect(status).toBe(200);
    expect(body.profile.avatar_url).toMatch(
      new RegExp(`^http://meadow\\.test/media/avatars/${ada.id}-[0-9a-f]{32}\\.webp$`),
    );
    const changed = { avatar_url: body.profile.avatar_url, updated_at: app.clock.now().toISOString() };
    expect(body).toEqual({ profile: { ...before, ...changed } });
    expect(await profileOf(ada, app)).toEqual(body.profile);

    const { status: seen, bytes } = await look(body.profile.avatar_url, app);
    expect(seen).toBe(200);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  test('replaces the one before, whose file goes', async () => {
    const ada = await app.person();
    const first = (await upload(ada, undefined, app)).body.profile.avatar_url;
    const second = (await upload(ada, undefined, app)).body.profile.avatar_url;
    expect(second).not.toBe(first);
    expect((await look(first, app)).status).toBe(404);
    expect((await look(second, app)).status).toBe(200);
  });
});

describe('POST /api/user/avatar', () => {
  test('returns 429 after so many within an hour as RATE_LIMIT_PER_HOUR_AVATARS says', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_HOUR_AVATARS: '2' } });
    const ada = await limited.person();
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await upload(ada, undefined, limited)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await upload(await limited.person(), undefined, limited)).status).toBe(200);
  });

  test('leaves one stored file and no temporary file', async () => {
    const ada = await person();
    for (let index = 0; index < 3; index += 1) await upload(ada);
    expect(await filesOf(ada)).toHaveLength(1);
    expect(await readdir(deps.uploadFolder)).toEqual([]);
  });

  test("ignores the file's metadata and unknown fields", async () => {
    const ada = await person();
    const form = await formOf(
      { avatar: await picture(), role: 'super_admin', avatar_url: 'https://else.test/a.png' },
      '../../../../etc/passwd.html',
    );
    const { status, body } = await call(ada, 'POST', '/api/user/avatar', form.body, form.headers);
    expect([status, body.profile.role]).toEqual([200, 'user']);
    expect(body.profile.avatar_url).toMatch(/^http:\/\/meadow\.test\/media\/avatars\/[0-9a-f-]+\.webp$/);
  });

  test('keeps no place and no name of the photo', async () => {
    const canary = 'canary-44d0';
    const exif = { IFD0: { Artist: canary }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } };
    const photo = await plainPicture({ width: 600, height: 400 }).withExif(exif).jpeg().toBuffer();
    const { bytes } = await look((await upload(await person(), photo)).body.profile.avatar_url);
    expect(bytes.toString('latin1')).not.toContain(canary);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  test('replays with the same Idempotency-Key and file, and refuses the key with another file', async () => {
    const ada = await person();
    const send = async (bytes: Uint8Array) =>
      sendForm(call, ada, '/api/user/avatar', { avatar: bytes }, { 'idempotency-key': 'k' });
    const bytes = await picture();
    const first = await send(bytes);
    // The file of the next request has another descriptor.
    const other = await open('/dev/null');
    const second = await send(bytes);
    await other.close();
    expect([second.status, second.text, second.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
    const third = await send(await picture('#0000ff'));
    expect([third.status, third.body.code]).toEqual([400, 'idempotency.key-reused']);
    expect(await filesOf(ada)).toHaveLength(1);
  });

  test.each<[string, () => Promise<Uint8Array>, code: string]>([
    ['an empty file', async () => Buffer.alloc(0), 'image.unreadable'],
    ['text', async () => Buffer.from('hello'), 'image.unreadable'],
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image.unreadable',
    ],
    ['HTML that begins like a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), 'image.unreadable'],
    ['a photo that is cut off', async () => (await picture()).subarray(0, 400), 'image.unreadable'],
    ['256 megapixels', async () => hugePng({ width: 16_000, height: 16_000 }), 'image.too-many-pixels'],
  ])('returns 400 for %s', async (_name, make, code) => {
    const ada = await person();
    const { status, body } = await upload(ada, await make());
    expect([status, body.code]).toEqual([400, code]);
    await expectUnchanged(ada);
  });

  test('400 keeps the avatar that was there', async () => {
    const ada = await person();
    const before = (await upload(ada)).body.profile;
    expect((await upload(ada, Buffer.from('no picture'))).status).toBe(400);
    expect(await profileOf(ada)).toEqual(before);
    expect((await look(before.avatar_url)).status).toBe(200);
  });

  test('returns 400 without a file, with two, and with one in another field', async () => {
    const ada = await person();
    const bytes = await picture();
    const send = (parts: Parameters<typeof sendForm>[3]) => sendForm(call, ada, '/api/user/avatar', parts);
    const codeOf = async (parts: Parameters<typeof send>[0]) => (await send(parts)).body.code;
    expect(await codeOf({})).toBe('upload.file-missing');
    expect(await codeOf({ avatar: 'https://else.test/a.png' })).toBe('upload.file-missing');
    expect(await codeOf({ photo: bytes })).toBe('upload.file-missing');
    expect(await codeOf({ avatar: [bytes, bytes] })).toBe('upload.too-many-files');
    expect((await call(ada, 'POST', '/api/user/avatar')).body.code).toBe('upload.file-missing');
    await expectUnchanged(ada);
  });

  test('returns 413 for a byte more than ten megabytes, and not for a byte less', async () => {
    const ada = await person();
    const largest = 10 * 1024 * 1024;
    const padded = (length: number, bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
    const bytes = await picture();
    const refused = await upload(ada, padded(largest + 1, bytes));
    expect([refused.status, refused.body.code]).toEqual([413, 'upload.too-large']);
    await expectUnchanged(ada);
    expect((await upload(ada, padded(largest, bytes))).status).toBe(200);
  });

  test('returns 415 for anything but a form', async () => {
    const ada = await person();
    const bytes = await picture();
    for (const type of [
      'image/jpeg',
      'application/octet-stream',
      'application/json',
      'text/plain',
      'multipart/mixed',
    ]) {
      const { status, body } = await call(ada, 'POST', '/api/user/avatar', bytes, { 'content-type': type });
      expect([type, status, body.code]).toEqual([type, 415, 'request.unsupported-media-type']);
    }
    await expectUnchanged(ada);
  });

  test('returns 401 without a token, and stores nothing', async () => {
    const { status } = await sendForm(call, null, '/api/user/avatar', { avatar: await picture() });
    expect(status).toBe(401);
    expect(await readdir(deps.uploadFolder).catch(() => [])).toEqual([]);
  });

  test('returns 403 to a blocked user', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await upload(ada)).status).toBe(403);
    expect(await filesOf(ada)).toEqual([]);
  });

  test('returns 503 while files cannot be stored, and the profile stays as it is', async () => {
    const ada = await withoutStorage.person();
    const { status, body, headers } = await upload(ada, undefined, withoutStorage);
    expect([status, body.code]).toEqual([503, 'storage.unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await profileOf(ada, withoutStorage)).avatar_url).toBeNull();
  });

  test('serves a script in a picture as the picture alone', async () => {
    const { bytes } = await look((await upload(await person(), gifThatIsAScript())).body.profile.avatar_url);
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes.toString('latin1')).not.toContain('alert');
  });

  test('does not delay other requests while it processes a large photo', async () => {
    const ada = await person();
    const photo = await noisyPicture({ width: 1_500, height: 1_000 }).png().toBuffer();
    const uploads = Promise.all(Array.from({ length: 4 }, () => upload(ada, photo)));
    for (let index = 0; index < 20; index += 1) expect((await call(null, 'GET', '/health')).status).toBe(200);
    for (const { status } of await uploads) expect(status).toBe(200);
  });
});

describe('DELETE /api/user/avatar', () => {
  const remove = (user: Person) => call(user, 'DELETE', '/api/user/avatar');

  test('leaves none, and deletes the upload', async () => {
    const ada = await person();
    const before = (await upload(ada)).body.profile;
    clock.advance(1_000);
    const { status, body } = await remove(ada);
    expect(status).toBe(200);
    expect(body).toEqual({ profile: { ...before, avatar_url: null, updated_at: clock.now().toISOString() } });
    expect(await profileOf(ada)).toEqual(body.profile);
    expect((await look(before.avatar_url)).status).toBe(404);
    expect(await filesOf(ada)).toEqual([]);
  });

  test('returns 200 where the avatar is elsewhere, and where there is none', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { avatar_url: 'https://else.test/a.png' });
    expect((await remove(ada)).body.profile.avatar_url).toBeNull();
    expect((await remove(ada)).body.profile.avatar_url).toBeNull();
  });

  test('returns 200 also where the file is gone already, or cannot be deleted', async () => {
    const ada = await person();
    await upload(ada);
    const [name = ''] = await filesOf(ada);
    await rm(join(folder, name));
    expect((await remove(ada)).status).toBe(200);
    expect(await addressOf(ada)).toBeNull();

    const ben = await withoutStorage.person();
    const address = `http://meadow.test/media/avatars/${ben.id}-0.webp`;
    await withoutStorage.deps.db.updateTable('profile').set({ avatar_url: address }).where('id', '=', ben.id).execute();
    const { status, body } = await withoutStorage.call(ben, 'DELETE', '/api/user/avatar');
    expect([status, body.profile.avatar_url]).toEqual([200, null]);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'DELETE', '/api/user/avatar')).status).toBe(401);
  });

  test('returns 403 to a blocked user', async () => {
    const ada = await person();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await remove(ada)).status).toBe(403);
  });
});

describe('an uploaded avatar, with PUT /api/user/profile', () => {
  const put = (user: Person, body: object) => call(user, 'PUT', '/api/user/profile', body);

  test.each([
    ['another address', 'https://else.test/a.png'],
    ['none', null],
    ['another address of this service', 'http://meadow.test/media/else.webp'],
  ])('goes where it is replaced by %s', async (_name, avatar_url) => {
    const ada = await person();
    const before = (await upload(ada)).body.profile.avatar_url;
    expect((await put(ada, { avatar_url })).body.profile.avatar_url).toBe(avatar_url);
    expect((await look(before)).status).toBe(404);
    expect(await filesOf(ada)).toEqual([]);
  });

  test('stays where something else changes, and where it is sent back as it is', async () => {
    const ada = await person();
    const { avatar_url } = (await upload(ada)).body.profile;
    await put(ada, { full_name: 'Ada Brook' });
    await put(ada, { full_name: 'Ada B.', avatar_url });
    expect(await addressOf(ada)).toBe(avatar_url);
    expect((await look(avatar_url)).status).toBe(200);
  });

  test('stays where the address of the one before is sent back, which leads to nothing', async () => {
    const ada = await person();
    const stale = (await upload(ada)).body.profile.avatar_url;
    const current = (await upload(ada)).body.profile.avatar_url;
    const { status, body } = await put(ada, { full_name: 'Ada Brook', avatar_url: stale });
    expect([status, body.profile.full_name, body.profile.avatar_url]).toEqual([200, 'Ada Brook', current]);
    expect((await look(current)).status).toBe(200);
  });

  test('is not deleted when another user links to it', async () => {
    const [ada, ben] = [await person(), await person()];
    const { avatar_url } = (await upload(ada)).body.profile;
    await put(ben, { avatar_url });
    await put(ben, { avatar_url: null });
    await put(ben, { avatar_url });
    await upload(ben);
    await put(ben, { avatar_url });
    expect((await call(ben, 'DELETE', '/api/user/avatar')).status).toBe(200);
    expect((await look(avatar_url)).status).toBe(200);
    expect(await filesOf(ada)).toHaveLength(1);
  });

  test('is no way to delete another file of the service', async () => {
    const ada = await person();
    const other = join(folder, '..', 'other.webp');
    await writeFile(other, 'x');
    onTestFinished(() => rm(other));
    const id = ada.id;
    for (const path of [
      '../other.webp',
      `avatars/${id}-/../../other.webp`,
      `avatars/${id}-%2e%2e/other.webp`,
      'other.webp',
    ]) {
      // The value could be stored by SQL, or by an earlier version.
      const address = `http://meadow.test/media/${path}`;
      await deps.db.updateTable('profile').set({ avatar_url: address }).where('id', '=', id).execute();
      expect((await put(ada, { avatar_url: null })).status).toBe(200);
      expect(await readFile(other, 'utf8')).toBe('x');
    }
  });
});

test('leaves no file of a user who is deleted during the upload', async () => {
  const actor = { userId: randomUUID(), isSuperAdmin: false, impersonatorId: null };
  const bytes = await picture();
  const avatar = { byteLength: bytes.length, sha256: '', read: async () => bytes };
  await expect(uploadAvatar(deps, actor, { avatar })).rejects.toMatchObject({ status: 401 });
  expect((await readdir(folder)).filter((name) => name.includes(actor.userId))).toEqual([]);
});

test('leaves no file without a profile', async () => {
  const rows = await deps.db.selectFrom('profile').select('avatar_url').execute();
  const known = rows.flatMap(({ avatar_url }) => avatar_url?.split('/').at(-1) ?? []);
  const stored = await readdir(folder);
  expect(stored.filter((name) => !known.includes(name))).toEqual([]);
});
