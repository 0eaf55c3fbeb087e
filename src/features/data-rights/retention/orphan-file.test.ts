import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { foldersOf } from '#platform/db/table/tables.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import type { Storage } from '#providers/storage/storage.ts';
import { sendForm } from '#test/multipart.ts';
import { gifOf, plainPicture } from '#test/pictures.ts';
import { startTestBucket } from '#test/servers/bucket.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING } from '../../check-in/test-users.ts';
import { formKeysOf, pictureKey } from '../../mosaic/mosaic-day.rules.ts';
import { packsOf } from '../../tone-pack/test-packs.ts';
import { deleteOrphanFiles } from './orphan-file.actions.ts';
import { isPlausible } from './orphan-file.rules.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const NOW = clock.now();
const FOLDERS = foldersOf(deps.tables);
const MINUTE_MS = 60_000;
/** Later than the files of these tests, whose times are those of the file system. */
const LATER = new Date(NOW.getTime() + 60 * MINUTE_MS);

const sweep = (before = LATER, storage: Storage = deps.storage, shouldContinue = () => true) =>
  deleteOrphanFiles({ ...deps, storage }, { before, shouldContinue });
async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
}
const put = (storage: Storage, ...keys: string[]) =>
  Promise.all(keys.map((key) => storage.put(key, new Uint8Array([1]))));

/** Creates a file of each kind. */
async function createFiles(): Promise<Person> {
  clock.set(MORNING);
  const { peopleAt, checkIn, looked } = createTestUsers(app);
  const [ada] = (await peopleAt(10)) as [Person];
  const ask = async (...request: Parameters<typeof call>) => {
    const { status, body, text } = await call(...request);
    if (status >= 300) throw new Error(text);
    return body;
  };
  await sendForm(call, ada, '/api/user/avatar', { avatar: gifOf(1) });
  const { body } = await sendForm(call, ada, '/api/media', { file: gifOf(1) });
  const write = (fields: object) =>
    ask(ada, 'POST', '/api/journal', { title: 'A', content: '', mood: 'calm', ...fields });
  const paint = (fields: object) => ask(ada, 'POST', '/api/ai/generate-background', { tone: 'calm', ...fields });
  const { entry } = await write({ photo_ids: [body.media.id] });
  const { entry: trashed } = await write({});
  for (const { id } of [entry, trashed]) await paint({ entry_id: id });
  await paint({ content: 'Temporary' });
  await ask(ada, 'DELETE', `/api/journal/${trashed.id}`);
  const pack = await packsOf(app).make(ada);
  await ask(ada, 'POST', `/api/tone-packs/${pack.id}/generate-images`, { tones: ['calm'] });
  await checkIn(ada, { photo: await plainPicture({ width: 40, height: 30 }).jpeg().toBuffer() });
  await looked();
  // Drawing it takes seconds.
  const image_key = pictureKey(DATE, 'token');
  await put(deps.storage, image_key, ...Object.values(formKeysOf(image_key)));
  await sql`
    insert into mosaic (id, date, image_key, mosaic_data, total_participants, completed_count, failed_count, pending_count,
      created_at, updated_at)
    values (${deps.ids.next()}, ${DATE}, ${image_key}, '[]', 0, 0, 0, 0, now(), now())`.execute(deps.db);
  const [exported, imported, file_key] = [deps.ids.next(), deps.ids.next(), `imported/${ada.id}-token.webp`];
  await put(deps.storage, `exports/${exported}.zip`, `imports/${imported}.zip`, file_key);
  await sql`
    insert into data_export (id, user_id, status, created_at, expires_at)
    values (${exported}, ${ada.id}, 'queued', now(), now())`.execute(deps.db);
  await sql`
    insert into data_import (id, user_id, format, status, is_dry_run, file_bytes, has_file, report, next_run_at, created_at)
    values (${imported}, ${ada.id}, 'meadow', 'planned', true, 1, true, '{}', now(), now())`.execute(deps.db);
  await sql`
    insert into imported_history (user_id, collection, digest, record, file_key, position, imported_at)
    values (${ada.id}, 'packs/images', ${Buffer.alloc(32)}, '{}', ${file_key}, 0, now())`.execute(deps.db);
  clock.set(NOW);
  return ada;
}

describe('deleteOrphanFiles', () => {
  test('deletes no file that a row names, and knows each folder', async () => {
    await createFiles();
    const keys = await keysIn(deps.storage);
    expect(new Set(keys.map((key) => key.split('/')[0]))).toEqual(FOLDERS);
    expect(await sweep()).toEqual({ deleted: 0, isComplete: true });
    expect(await keysIn(deps.storage)).toEqual(keys);
  });

  test('deletes files without a row once they are old enough, and none of other programs', async () => {
    const before = await keysIn(deps.storage);
    const orphans = [...FOLDERS].map((folder) => `${folder}/orphan.webp`);
    const foreign = ['doctor-1.png', 'exports-of-others/a.png'];
    await put(deps.storage, ...orphans, ...foreign);
    expect(await sweep(new Date(NOW.getTime() - 60 * MINUTE_MS))).toEqual({ deleted: 0, isComplete: true });
    expect(await sweep()).toEqual({ deleted: orphans.length, isComplete: true });
    expect(await keysIn(deps.storage)).toEqual([...before, ...foreign].sort());
  });

  test('deletes the former files of a record', async () => {
    const [check] = await deps.db.selectFrom('check_in').select(['id', 'photo_key', 'tile_key']).execute();
    const moved = { photo_key: 'check-ins/other.webp', tile_key: 'check-in-tiles/other.webp' };
    await deps.db.updateTable('check_in').set(moved).execute();
    await sql`update profile set avatar_url = 'https://other.test/picture.webp'`.execute(deps.db);
    expect((await sweep()).deleted).toBe(3);
    for (const key of [check?.photo_key, check?.tile_key]) expect(await deps.storage.read(key ?? '')).toBeNull();
  });

  test('deletes no file that is uploaded while the storage is read', async () => {
    const ada = await app.person();
    const uploaded: string[] = [];
    const storage: Storage = {
      ...deps.storage,
      list: async function* () {
        for await (const file of deps.storage.list()) {
          yield { ...file, modifiedAt: new Date(0) };
          if (uploaded.length > 0) continue;
          const { body } = await sendForm(call, ada, '/api/media', { file: gifOf(1) });
          uploaded.push(body.media.id);
        }
        // Those of the upload, before its row is committed.
        yield { key: 'entry-photos/just-now.webp', modifiedAt: NOW };
      },
    };
    await put(storage, 'entry-photos/just-now.webp');
    const count = (await keysIn(deps.storage)).length;
    expect(await sweep(new Date(NOW.getTime() - 24 * 60 * MINUTE_MS), storage)).toMatchObject({ deleted: 1 });
    expect(await keysIn(deps.storage)).toHaveLength(count + 3 - 1);
  });

  test('deletes nothing if most files would be deleted: another database uses the storage', async () => {
    const shared = await createStorage(
      { kind: 'disk', folder: `${deps.config.dataDirectory}/shared` },
      () => undefined,
    );
    const keys = Array.from({ length: 150 }, (_, index) => `avatars/${index}.webp`);
    await put(shared, ...keys);
    await expect(sweep(LATER, shared)).rejects.toThrow('150 of 150 stored files are named by no row');
    expect(await keysIn(shared)).toHaveLength(150);
  });

  test('stops after a batch when the time is over, and says so', async () => {
    expect(await sweep(LATER, deps.storage, () => false)).toMatchObject({ isComplete: false });
  });

  test('reads a bucket', async () => {
    const { bucket, endpoint, ...credentials } = await startTestBucket();
    const settings = { kind: 's3', bucket, region: 'us-east-1', endpoint, credentials } as const;
    const storage = await createStorage(settings, () => undefined);
    await put(storage, 'avatars/one.webp', 'mosaics/two.png', 'other/three.png');
    expect(await sweep(LATER, storage)).toEqual({ deleted: 2, isComplete: true });
    expect(await keysIn(storage)).toEqual(['other/three.png']);
  });
});

test.each([
  [0, 0, true],
  [100, 100, true],
  [101, 101, false],
  [1_010, 101, true],
  [1_009, 101, false],
])('of %i files, %i orphans are plausible: %s', (files, orphans, expected) => {
  expect(isPlausible({ files, orphans })).toBe(expected);
});

test('each column that holds storage keys is known', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_name ~ '(^|_)(key|path|file)$' or column_name = 'avatar_url')
    order by name`.execute(deps.db);
  expect(rows.map(({ name }) => name)).toEqual([
    'check_in.photo_key',
    'check_in.tile_key',
    'data_import.has_file',
    'drops_transaction.reason_key',
    'event.coalesce_key',
    'event_outbox.coalesce_key',
    'idempotency_key.key',
    'imported_history.file_key',
    'journal_entry.background_key',
    'journal_tag.key',
    'mosaic.image_key',
    'notification.dedupe_key',
    'outgoing_mail.dedupe_key',
    'photo.key',
    'profile.avatar_url',
    'profile.inbound_key',
    'rate_limit.key',
    'temporary_background.key',
    'tone_pack_image.image_key',
  ]);
});
