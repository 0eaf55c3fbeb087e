import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization } from '#test/groups.ts';
import { HEIC, heicOfSize } from '#test/heic-pictures.ts';
import { sendForm } from '#test/multipart.ts';
import { gifOf, hugePng, plainPicture } from '#test/pictures.ts';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listEntries } from '../entry-list/entry-list.actions.ts';
import type { Photo } from './photo.schema.ts';
import { createPhotoCalls } from './test-photos.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { call, clock, deps, issuer, person, server, superAdmin } = app;
const { send, upload, createEntry, countFiles } = createPhotoCalls(app);

const HOUR_MS = 60 * 60 * 1_000;
const PUBLIC = { metadata_visibility: 'public', content_visibility: 'public' };
const UNAVAILABLE = { status: 400, body: { code: 'journal.photo-unavailable' } };

const renewed = async ({ id, email }: Person): Promise<Person> => ({
  id,
  email,
  token: await issuer.sign(id, clock.now(), { email }),
});
const idsOf = (photos: readonly Photo[]) => photos.map(({ id }) => id);
const read = async (user: Person, id: string) => (await call(user, 'GET', `/api/journal/${id}`)).body.entry;
const patch = (user: Person, id: string, photo_ids: readonly string[]) =>
  call(user, 'PATCH', `/api/journal/${id}`, { photo_ids });
/** Returns how many unused photos the retention job deleted. */
const purge = async () => (await applyRetention(app)).unused_photos ?? 0;

/** Lets deletions of files fail until the returned function is called. */
function breakStorage(): () => void {
  const { delete: deleteFile } = deps.storage;
  Object.assign(deps.storage, { delete: () => Promise.reject(new Error('The disk is broken.')) });
  return () => Object.assign(deps.storage, { delete: deleteFile });
}

describe('POST /api/media', () => {
  test('stores three sizes in WebP, upright and without metadata, and returns colour and sizes', async () => {
    const ada = await person();
    const file = await plainPicture({ width: 3_000, height: 1_500 }, '#2040c0')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { id, width, height, color, sizes, created_at } = await upload(ada, file);
    expect([width, height, created_at]).toEqual([1_024, 2_048, clock.now().toISOString()]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(color).toMatch(/^#[123][0-9a-f][345][0-9a-f][bcd][0-9a-f]$/);
    for (const [size, expected] of [
      [sizes.small, [160, 320]],
      [sizes.medium, [480, 960]],
      [sizes.large, [1_024, 2_048]],
    ] as const) {
      expect([size.width, size.height]).toEqual(expected);
      const { statusCode, headers, rawPayload } = await server.inject({ method: 'GET', url: size.url });
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
      const facts = await sharp(rawPayload).metadata();
      expect([facts.format, facts.width, facts.height]).toEqual(['webp', ...expected]);
      expect([facts.exif, facts.orientation]).toEqual([undefined, undefined]);
      expect((await server.inject({ method: 'GET', url: size.url.split('?')[0] ?? '' })).statusCode).toBe(404);
    }
    expect(await countFiles(ada)).toBe(3);
  });

  test.each([
    ['HEIC', () => HEIC, 120],
    ['PNG', () => plainPicture({ width: 7, height: 5 }).png().toBuffer(), 7],
    ['WebP', () => plainPicture({ width: 7, height: 5 }).webp().toBuffer(), 7],
  ])('accepts %s, and enlarges nothing', async (_format, make, width) => {
    const { sizes } = await upload(await person(), await make());
    expect([sizes.small.width, sizes.medium.width, sizes.large.width]).toEqual([width, width, width]);
  });

  test.each<[string, () => Uint8Array | string, number, string]>([
    ['what is no picture', () => Buffer.from('GIF89a, really'), 400, 'image.unreadable'],
    ['an empty file', () => Buffer.alloc(0), 400, 'image.unreadable'],
    ['a text field', () => 'no file', 400, 'upload.file-missing'],
    ['too many pixels', () => hugePng({ width: 10_000, height: 10_000 }), 400, 'image.too-many-pixels'],
    ['a HEIC with too many pixels', () => heicOfSize(10_000, 10_000), 400, 'image.too-many-pixels'],
    ['a HEIC that ends early', () => HEIC.subarray(0, 300), 400, 'image.unreadable'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1), 413, 'upload.too-large'],
  ])('rejects %s and stores nothing', async (_what, make, status, code) => {
    const ada = await person();
    expect(await send(ada, make())).toMatchObject({ status, body: { code } });
    expect(await countFiles(ada)).toBe(0);
    expect(await deps.db.selectFrom('photo').select('id').where('user_id', '=', ada.id).execute()).toEqual([]);
  });

  test('stores one photo for requests with the same Idempotency-Key', async () => {
    const ada = await person();
    const repeat = () => sendForm(call, ada, '/api/media', { file: gifOf(1) }, { 'idempotency-key': 'k' });
    const [first, second] = [await repeat(), await repeat()];
    expect([first.status, second.status, second.body.media]).toEqual([201, 201, first.body.media]);
    expect(await countFiles(ada)).toBe(3);
  });

  test('rejects other types of body and callers without a token', async () => {
    const headers = { 'content-type': 'image/heic' };
    const response = await call(await person(), 'POST', '/api/media', HEIC, headers);
    expect(response).toMatchObject({ status: 415, body: { code: 'request.unsupported-media-type' } });
    expect((await send(null)).status).toBe(401);
  });

  test('rejects a photo more than 50 that no entry contains', async () => {
    const ada = await person();
    const first = await upload(ada);
    const copies = Array.from({ length: 49 }, () => ({ id: randomUUID() }));
    const row = await deps.db.selectFrom('photo').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    const values = copies.map(({ id }) => ({ ...row, id, sizes: JSON.stringify(row.sizes) }));
    await deps.db.insertInto('photo').values(values).execute();
    expect(await send(ada)).toMatchObject({ status: 409, body: { code: 'media.too-many-unattached' } });
    await createEntry(ada, { photo_ids: [first.id] });
    expect((await send(ada)).status).toBe(201);
  });
});

describe('the photos of an entry', () => {
  test('are listed in the order of photo_ids, in the entry and in lists', async () => {
    const ada = await person();
    const [one, two, three] = [await upload(ada), await upload(ada), await upload(ada)];
    const entry = await createEntry(ada, { photo_ids: [two.id, one.id] });
    expect(entry.photos).toMatchObject([{ id: two.id, color: two.color, width: two.width }, { id: one.id }]);
    clock.advance(1);
    expect((await createEntry(ada, {})).photos).toEqual([]);

    const { body } = await patch(ada, entry.id, [three.id, one.id]);
    expect([idsOf(body.entry.photos), body.entry.version]).toEqual([[three.id, one.id], 2]);
    const { entries } = (await call(ada, 'GET', '/api/journal?scope=mine')).body;
    expect(entries.map(({ photos }: { photos: Photo[] }) => idsOf(photos))).toEqual([[], [three.id, one.id]]);
    expect(idsOf((await read(ada, entry.id)).photos)).toEqual([three.id, one.id]);
  });

  test('stay if photo_ids is omitted, and can be added again after their removal', async () => {
    const ada = await person();
    const photo_ids = [(await upload(ada)).id, (await upload(ada)).id];
    const { id } = await createEntry(ada, { photo_ids });
    const renamed = await call(ada, 'PUT', `/api/journal/${id}`, { title: 'Other' });
    expect(idsOf(renamed.body.entry.photos)).toEqual(photo_ids);
    expect((await patch(ada, id, [])).body.entry.photos).toEqual([]);
    clock.advance(23 * HOUR_MS);
    expect(await purge()).toBe(0);
    const again = await renewed(ada);
    expect(idsOf((await createEntry(again, { photo_ids })).photos)).toEqual(photo_ids);
  });

  test('are own photos that no other entry contains; otherwise nothing changes', async () => {
    const [ada, ben] = [await person(), await person()];
    const [own, taken, other] = [await upload(ada), await upload(ada), await upload(ben)];
    await createEntry(ada, { photo_ids: [taken.id] });
    const { id } = await createEntry(ada, { photo_ids: [own.id] });
    for (const photo of [taken.id, other.id, randomUUID()]) {
      const fields = { title: 'Other', photo_ids: [photo] };
      expect(await call(ada, 'PATCH', `/api/journal/${id}`, fields)).toMatchObject(UNAVAILABLE);
      const created = await call(ada, 'POST', '/api/journal', { content: '', mood: 'calm', ...fields });
      expect(created).toMatchObject(UNAVAILABLE);
    }
    const entry = await read(ada, id);
    expect([entry.title, entry.version, idsOf(entry.photos)]).toEqual(['A day', 1, [own.id]]);
    expect((await call(ada, 'GET', '/api/journal?scope=mine')).body.entries).toHaveLength(2);
    expect((await call(ben, 'PATCH', `/api/journal/${id}`, { photo_ids: [other.id] })).status).toBe(404);
  });

  test.each([
    ['eleven', Array.from({ length: 11 }, () => randomUUID())],
    ['the same twice', Array(2).fill('0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e91')],
    ['what is no id', ['one']],
    ['null', null],
  ])('are at most ten different ids, not %s', async (_what, photo_ids) => {
    const fields = { title: 'A day', content: '', mood: 'calm', photo_ids };
    expect((await call(await person(), 'POST', '/api/journal', fields)).status).toBe(400);
  });

  test('are visible exactly as the content is', async () => {
    const [ada, ben, eve] = [await person(), await person(), await person()];
    const org_id = await createOrganization(deps, ada, [ben]);
    const shared = { metadata_visibility: 'public', content_visibility: 'org', org_id };
    const photo = await upload(ada);
    const { id } = await createEntry(ada, { ...shared, photo_ids: [photo.id] });
    expect(idsOf((await read(ben, id)).photos)).toEqual([photo.id]);
    const hidden = await read(eve, id);
    expect([hidden.content_hidden, hidden.photos]).toEqual([true, []]);
    const { text } = await call(eve, 'GET', `/api/journal?user_id=${ada.id}`);
    expect(text).toContain(id);
    expect(text).not.toContain(photo.id);
    expect(idsOf((await read(await superAdmin(), id)).photos)).toEqual([photo.id]);

    await call(ada, 'PATCH', `/api/journal/${id}`, { metadata_visibility: 'org', content_visibility: 'user' });
    expect(await read(ben, id)).toMatchObject({ content: null, photos: [] });
    expect((await call(eve, 'GET', `/api/journal/${id}`)).status).toBe(404);
  });

  test('of inactive authors are hidden with the entry', async () => {
    const [ada, ben] = [await person(), await person()];
    const photo = await upload(ada);
    const { id } = await createEntry(ada, { ...PUBLIC, photo_ids: [photo.id] });
    expect(idsOf((await read(ben, id)).photos)).toEqual([photo.id]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await call(ben, 'GET', `/api/journal/${id}`)).status).toBe(404);
    expect((await call(ben, 'GET', `/api/journal?user_id=${ada.id}`)).body.entries).toEqual([]);
  });

  test('cost a list no statement', async () => {
    const ada = await person();
    const actor = { userId: ada.id, isSuperAdmin: false } as Parameters<typeof listEntries>[1];
    const count = async () => {
      const { count: countSent, ...counted } = countStatements(deps.db);
      const { entries } = await listEntries({ ...deps, ...counted }, actor, {});
      return { statements: countSent(), photos: entries.flatMap(({ photos }) => photos).length };
    };
    await createEntry(ada, {});
    const without = await count();
    for (let number = 0; number < 3; number += 1) {
      await createEntry(ada, { photo_ids: [(await upload(ada)).id, (await upload(ada)).id] });
    }
    expect(await count()).toEqual({ statements: without.statements, photos: 6 });
  });
});

describe('the files of a deleted entry', () => {
  const withPhoto = async () => {
    const ada = await person();
    const photo = await upload(ada);
    const { id } = await createEntry(ada, { ...PUBLIC, photo_ids: [photo.id] });
    return { ada, id, photo };
  };
  const remove = (user: Person, path: string) => call(user, 'DELETE', path);

  test('stay in the trash, where no entry can take them, and return with it', async () => {
    const { ada, id, photo } = await withPhoto();
    await remove(ada, `/api/journal/${id}`);
    const other = await call(ada, 'POST', '/api/journal', {
      title: 'B',
      content: '',
      mood: 'calm',
      photo_ids: [photo.id],
    });
    expect(other).toMatchObject(UNAVAILABLE);
    clock.advance(50 * HOUR_MS);
    await purge();
    const again = await renewed(ada);
    const { body } = await call(again, 'POST', `/api/trash/${id}/restore`);
    expect(idsOf(body.entry.photos)).toEqual([photo.id]);
    expect(await countFiles(ada)).toBe(3);
  });

  test('are deleted when it is purged', async () => {
    const { ada, id, photo } = await withPhoto();
    await remove(ada, `/api/journal/${id}`);
    expect((await remove(ada, `/api/trash/${id}`)).status).toBe(200);
    expect(await countFiles(ada)).toBe(0);
    expect((await server.inject({ method: 'GET', url: photo.sizes.small.url })).statusCode).toBe(404);
    expect(await patch(ada, (await createEntry(ada, {})).id, [photo.id])).toMatchObject(UNAVAILABLE);
  });

  test('are deleted by the job if the storage fails at the purge', async () => {
    const { ada, id } = await withPhoto();
    await remove(ada, `/api/journal/${id}`);
    const restoreStorage = breakStorage();
    expect((await remove(ada, `/api/trash/${id}`)).status).toBe(200);
    restoreStorage();
    expect(await countFiles(ada)).toBe(3);
    expect(await purge()).toBe(1);
    expect(await countFiles(ada)).toBe(0);
  });

  test('are deleted when it has been in the trash for 30 days', async () => {
    const { ada, id } = await withPhoto();
    await remove(ada, `/api/journal/${id}`);
    clock.advance(30 * 24 * HOUR_MS + 1);
    await purge();
    expect(await countFiles(ada)).toBe(0);
  });

  test('are deleted at once when a super admin deletes it', async () => {
    const { ada, id } = await withPhoto();
    expect((await remove(await superAdmin(), `/api/journal/${id}`)).status).toBe(200);
    expect(await countFiles(ada)).toBe(0);
  });
});

describe('the retention of photos', () => {
  const countRows = async ({ id }: Person) =>
    (await deps.db.selectFrom('photo').select('id').where('user_id', '=', id).execute()).length;

  test('deletes photos that were in no entry for a day, with their files', async () => {
    clock.advance(72 * HOUR_MS);
    await purge();
    const ada = await person();
    const [kept] = [await upload(ada), await upload(ada)];
    const { id } = await createEntry(ada, { photo_ids: [kept.id] });
    clock.advance(24 * HOUR_MS);
    const again = await renewed(ada);
    const unused = await deps.db.selectFrom('photo').select('id').where('user_id', '=', ada.id).execute();
    expect(
      await patch(
        again,
        id,
        unused.map((photo) => photo.id),
      ),
    ).toMatchObject(UNAVAILABLE);
    expect(await purge()).toBe(0);
    clock.advance(24 * HOUR_MS + 1);
    expect(await purge()).toBe(1);
    expect([await countFiles(ada), await countRows(ada)]).toEqual([3, 1]);
    expect(idsOf((await read(await renewed(ada), id)).photos)).toEqual([kept.id]);
    expect(await purge()).toBe(0);
  });

  test('deletes the photos of deleted users', async () => {
    const ada = await person();
    const photo = await upload(ada);
    await createEntry(ada, { photo_ids: [photo.id] });
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    expect(await purge()).toBe(1);
    expect(await countFiles(ada)).toBe(0);
  });

  test('keeps the rows of files that the storage did not delete', async () => {
    const ada = await person();
    await upload(ada);
    clock.advance(48 * HOUR_MS + 1);
    const restoreStorage = breakStorage();
    await purge();
    restoreStorage();
    expect([await countFiles(ada), await countRows(ada)]).toEqual([3, 1]);
    expect(await purge()).toBe(1);
    expect([await countFiles(ada), await countRows(ada)]).toEqual([0, 0]);
  });
});
