import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '#app/tables.ts';
import { collectionsOf } from '#platform/db/table/tables.ts';
import { sendForm } from '#test/multipart.ts';
import { gifOf } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { readZip } from '#test/zip.ts';
import { buildExports, buildNewExports, purgeExports } from './export.actions.ts';

const SECRET = 'secret-of-the-spring';
const COLLECTIONS = collectionsOf(TABLES);
const app = await startTestApp({ environment: { CRON_SECRET: SECRET } });
const { call, clock, deps, server } = app;

const DAY = 24 * 60 * 60 * 1_000;

/** Waits until nothing makes an export. */
const built = () => buildExports(deps);

async function start(person: Person) {
  const { status, body } = await call(person, 'POST', '/api/user/exports');
  expect(status).toBe(201);
  return body.export;
}

async function download(person: Person, url: string) {
  const response = await server.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Whether the storage has the archive. */
async function hasArchive(id: string): Promise<boolean> {
  const opened = await deps.storage.open(`exports/${id}.zip`);
  opened?.stream.destroy();
  return opened !== null;
}

const recordsOf = (files: Map<string, Buffer>, name: string) =>
  (files.get(`data/${name}.ndjson`)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('POST /api/user/exports', () => {
  let ada: Person;
  let files: Map<string, Buffer>;
  let exportId: string;

  beforeAll(async () => {
    ada = await app.person();
    const ben = await app.person();
    const photo = (await sendForm(call, ada, '/api/media', { file: gifOf(1) })).body.media;
    const { notebook } = (await call(ada, 'POST', '/api/notebooks', { name: 'Walks: "north"' })).body;
    await call(ada, 'POST', '/api/journal', {
      title: 'Über die Brücke!',
      content: 'Grüße von hier.',
      mood: 'calm',
      tags: ['walk'],
      notebook_id: notebook.id,
      photo_ids: [photo.id],
      entry_date: '2026-02-01',
    });
    for (let count = 0; count < 2; count += 1) {
      clock.advance(1);
      await call(ada, 'POST', '/api/journal', { title: 'Same', content: '', mood: 'calm', entry_date: '2026-02-02' });
    }
    await call(ben, 'POST', '/api/journal', { title: 'Secret of Ben', content: 'canary of Ben', mood: 'calm' });
    const { goal } = (await call(ada, 'POST', '/api/goals', { title: 'Run' })).body;
    await call(ada, 'POST', `/api/goals/${goal.id}/check-ins`, { status: 'completed', notes: 'Ran' });
    await call(ada, 'POST', '/api/sleep-entries', { sleep_date: '2026-02-01', hours: 7.5, quality: 4 });
    const drop = { drop_type: 'encouragement', content: 'Go on!' };
    await call(ben, 'POST', '/api/encouragement-drops/send', { recipient_id: ada.id, ...drop });
    exportId = (await start(ada)).id;
    await built();
    const { status, headers, bytes } = await download(ada, `/api/user/exports/${exportId}/download`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/zip', 'no-store']);
    expect(headers['content-length']).toBe(String(bytes.length));
    files = await readZip(bytes);
  });

  test('makes an archive of Markdown, data and media', () => {
    const names = [...files.keys()];
    expect(names[0]).toBe('README.txt');
    expect(names.at(-1)).toBe('manifest.json');
    expect(names.filter((name) => /^(journal|media)\//.test(name))).toEqual([
      'journal/2026/2026-02-01-über-die-brücke.md',
      'journal/2026/2026-02-02-same.md',
      'journal/2026/2026-02-02-same-2.md',
      expect.stringMatching(/^media\/photos\/[\w-]+\.webp$/),
    ]);
    expect(files.get('journal/2026/2026-02-01-über-die-brücke.md')?.toString()).toMatch(
      /^---\nid: "[\w-]+"\ntitle: "Über die Brücke!"\ndate: "2026-02-01"\n.*notebook: "Walks: \\"north\\""\ntags: \["walk"\].*photos: \["..\/..\/media\/photos\/[\w-]+.webp"\]\n---\n\nGrüße von hier.\n$/s,
    );
  });

  test('has every collection, each record of which fits its schema', () => {
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    expect(manifest).toMatchObject({
      format: 'meadow-export',
      version: 1,
      account: { id: ada.id },
      entries: 3,
      media: { files: 1, missing: 0, missing_files: [] },
    });
    expect(manifest.collections.map(({ name }: { name: string }) => name)).toEqual(COLLECTIONS.map(({ name }) => name));
    for (const { name, records, sha256 } of manifest.collections) {
      const data = files.get(`data/${name}.ndjson`) ?? Buffer.alloc(0);
      expect([name, createHash('sha256').update(data).digest('hex')]).toEqual([name, sha256]);
      const shape = Compile(COLLECTIONS.find((collection) => collection.name === name)?.record ?? {});
      const found = recordsOf(files, name);
      expect(found).toHaveLength(records);
      for (const record of found) expect([name, ...shape.Errors(record)]).toEqual([name]);
    }
    const counts = Object.fromEntries(
      manifest.collections.map(({ name, records }: { name: string; records: number }) => [name, records]),
    );
    expect(counts).toMatchObject({
      'account/profile': 1,
      'journal/notebooks': 1,
      'journal/entries': 3,
      'journal/photos': 1,
      'goals/goals': 1,
      'goals/check-ins': 1,
      'wellbeing/sleep': 1,
      'encouragement/drops-received': 1,
      'wallet/transactions': 1,
    });
  });

  test('contains nothing of others, and no secret', async () => {
    const all = [...files.values()].map((file) => file.toString()).join('\n');
    expect(all).not.toContain('canary of Ben');
    const { inbound_key } = await deps.db
      .selectFrom('profile')
      .select('inbound_key')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(all).not.toContain(inbound_key);
  });

  test('notifies the user in the inbox and by mail', async () => {
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications).toContainEqual(
      expect.objectContaining({
        kind: 'export_finished',
        title: 'Your export is ready',
        target: { type: 'export', id: exportId },
      }),
    );
    const mails = await deps.db
      .selectFrom('outgoing_mail')
      .select('subject')
      .where('user_id', '=', ada.id)
      .where('category', '=', 'export-ready')
      .execute();
    expect(mails).toEqual([{ subject: 'Your export is ready' }]);
  });

  test('returns 409 while one is in progress, also to requests at once', async () => {
    const cleo = await app.person();
    const responses = await Promise.all(Array.from({ length: 5 }, () => call(cleo, 'POST', '/api/user/exports')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    await built();
  });

  test('returns 429 after five within a day, also if they were deleted', async () => {
    const dora = await app.person();
    for (let count = 0; count < 5; count += 1) {
      const { id } = await start(dora);
      await built();
      expect((await call(dora, 'DELETE', `/api/user/exports/${id}`)).status).toBe(200);
    }
    expect(await call(dora, 'POST', '/api/user/exports')).toMatchObject({
      status: 429,
      body: { code: 'export.daily-limit' },
      headers: { 'retry-after': '3600' },
    });
    await deps.db
      .updateTable('data_export')
      .set({ created_at: new Date(clock.now().getTime() - DAY) })
      .where('user_id', '=', dora.id)
      .execute();
    await start(dora);
    await built();
  });

  test('returns 403 while impersonating', async () => {
    const admin = await app.superAdmin();
    const { body } = await call(admin, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: 'Help' });
    for (const [method, url] of [
      ['POST', '/api/user/exports'],
      ['GET', '/api/user/exports'],
      ['GET', '/api/user/export'],
      ['GET', `/api/user/exports/${exportId}/download`],
    ] as const) {
      expect([url, (await call({ ...ada, token: body.token }, method, url)).status]).toEqual([url, 403]);
    }
  });
});

describe('GET /api/user/exports', () => {
  test('lists own exports only, until they expire', async () => {
    const ada = await app.person();
    const { id } = await start(ada);
    await built();
    const { exports } = (await call(ada, 'GET', '/api/user/exports')).body;
    expect(exports).toEqual([
      {
        id,
        status: 'ready',
        progress: { done: 0, total: 0 },
        size_bytes: expect.any(Number),
        created_at: clock.now().toISOString(),
        expires_at: new Date(clock.now().getTime() + 7 * DAY).toISOString(),
        url: `http://meadow.test/api/user/exports/${id}/download`,
      },
    ]);
    expect((await call(await app.person(), 'GET', '/api/user/exports')).body).toEqual({ exports: [] });
  });
});

describe('GET /api/user/exports/:id', () => {
  test('returns 404 to others', async () => {
    const ada = await app.person();
    const { id } = await start(ada);
    await built();
    expect((await call(ada, 'GET', `/api/user/exports/${id}`)).body.export.status).toBe('ready');
    const ben = await app.person();
    expect(await call(ben, 'GET', `/api/user/exports/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'export.not-found' },
    });
  });
});

describe('GET /api/user/exports/:id/download', () => {
  test('returns 404 to others, and after seven days, when the archive is deleted', async () => {
    const [ada, ben] = [await app.person(), await app.person()];
    const { id } = await start(ada);
    await built();
    const url = `/api/user/exports/${id}/download`;
    expect((await download(ben, url)).status).toBe(404);
    expect((await download(ada, url)).status).toBe(200);
    expect(await hasArchive(id)).toBe(true);
    const past = new Date(clock.now().getTime() - 1);
    await deps.db.updateTable('data_export').set({ expires_at: past }).where('id', '=', id).execute();
    expect((await download(ada, url)).status).toBe(404);
    expect(await purgeExports(deps, clock.now(), 100)).toBe(1);
    expect(await hasArchive(id)).toBe(false);
  });

  test('returns 409 until the export is ready', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'running', lease_id: deps.ids.next(), lease_expires_at: later(60_000) });
    expect((await call(ada, 'GET', `/api/user/exports/${id}/download`)).body.code).toBe('export.not-ready');
  });
});

describe('DELETE /api/user/exports/:id', () => {
  test('deletes the archive, and ends an export in progress', async () => {
    const ada = await app.person();
    const { id } = await start(ada);
    await built();
    expect((await call(ada, 'DELETE', `/api/user/exports/${id}`)).status).toBe(200);
    expect(await hasArchive(id)).toBe(false);
    expect((await call(ada, 'DELETE', `/api/user/exports/${id}`)).status).toBe(404);
    const running = deps.ids.next();
    await queue(ada, running, { status: 'running', lease_id: deps.ids.next(), lease_expires_at: later(60_000) });
    expect((await call(ada, 'DELETE', `/api/user/exports/${running}`)).status).toBe(200);
    await start(ada);
    await built();
  });
});

describe('GET /api/user/export', () => {
  test('returns the newest archive that is ready', async () => {
    const ada = await app.person();
    await start(ada);
    await built();
    const first = await download(ada, '/api/user/export');
    expect(first.headers['content-length']).toBe(String(first.bytes.length));
    expect(first.headers['content-disposition']).toMatch(/^attachment; filename="meadow-\d{4}-\d\d-\d\d\.zip"$/);
  });

  test('exports a small account at once, and refuses a large one', async () => {
    const ada = await app.person();
    await call(ada, 'POST', '/api/journal', { title: 'One', content: '', mood: 'calm' });
    const { status, headers, bytes } = await download(ada, '/api/user/export');
    expect([status, headers['content-length']]).toEqual([200, undefined]);
    expect(recordsOf(await readZip(bytes), 'journal/entries')).toHaveLength(1);
    const now = clock.now();
    const values = Array.from({ length: 500 }, () => ({
      id: deps.ids.next(),
      user_id: ada.id,
      title: 'Many',
      content: '',
      created_at: now,
      updated_at: now,
      created_date: '2026-02-01',
      entry_date: '2026-02-01',
      effective_content_visibility: 'user' as const,
      effective_metadata_visibility: 'user' as const,
    }));
    await deps.db.insertInto('journal_entry').values(values).execute();
    expect((await call(ada, 'GET', '/api/user/export')).body.code).toBe('export.too-large');
    const { id } = await start(ada);
    await built();
    const large = await download(ada, `/api/user/exports/${id}/download`);
    const files = await readZip(large.bytes);
    expect(new Set(recordsOf(files, 'journal/entries').map((entry) => entry.id)).size).toBe(501);
    expect([...files.keys()].filter((name) => name.startsWith('journal/'))).toHaveLength(501);
    expect((await call(ada, 'GET', `/api/user/exports/${id}`)).body.export.progress).toEqual({
      done: 1002,
      total: 1002,
    });
  });
});

describe('POST /api/cron/build-exports', () => {
  test('makes queued exports', async () => {
    const ada = await app.person();
    await queue(ada, deps.ids.next(), { status: 'queued' });
    const { body } = await call(null, 'POST', '/api/cron/build-exports', undefined, { 'x-cron-secret': SECRET });
    expect(body).toMatchObject({ success: true, results: { ready: 1, failed: 0 } });
  });

  test('makes an export whose node died, once, however many nodes run', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'running', lease_id: deps.ids.next(), lease_expires_at: later(-1), attempts: 1 });
    const runs = await Promise.all([buildExports(deps), buildExports(deps), buildExports(deps)]);
    expect(runs.reduce((sum, { results }) => sum + results.ready, 0)).toBe(1);
    expect((await call(ada, 'GET', `/api/user/exports/${id}`)).body.export.status).toBe('ready');
  });

  test('leaves an export that failed to the job, so that a short outage uses up no attempts', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'queued', attempts: 1 });
    expect((await buildNewExports(deps)).results).toEqual({ ready: 0, failed: 0 });
    expect((await buildExports(deps)).results).toEqual({ ready: 1, failed: 0 });
  });

  test('leaves an export to the node that makes it', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, {
      status: 'running',
      lease_id: deps.ids.next(),
      lease_expires_at: later(60_000),
      attempts: 1,
    });
    expect((await buildExports(deps)).results).toEqual({ ready: 0, failed: 0 });
  });

  test('gives up after three attempts, and says so', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'running', lease_id: deps.ids.next(), lease_expires_at: later(-1), attempts: 3 });
    expect((await buildExports(deps)).results).toEqual({ ready: 0, failed: 1 });
    expect((await call(ada, 'GET', `/api/user/exports/${id}`)).body.export).toMatchObject({
      status: 'failed',
      url: null,
    });
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications[0]).toMatchObject({ kind: 'export_finished', title: 'Your export failed' });
  });

  test('tries again later if the storage fails', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'queued' });
    const storage = {
      ...deps.storage,
      putStream: async () => {
        throw new Error('The disk is full.');
      },
    };
    expect((await buildExports({ ...deps, storage })).results).toEqual({ ready: 0, failed: 0 });
    expect((await buildExports(deps)).results).toEqual({ ready: 1, failed: 0 });
  });

  test('stops with its node, and leaves the export to another', async () => {
    const ada = await app.person();
    await queue(ada, deps.ids.next(), { status: 'queued' });
    let calls = 0;
    const isDraining = () => {
      calls += 1;
      return calls > 3;
    };
    expect((await buildExports({ ...deps, isDraining })).results).toEqual({ ready: 0, failed: 0 });
    expect((await buildExports(deps)).results).toEqual({ ready: 1, failed: 0 });
  });

  test('stores nothing of an export that was deleted meanwhile', async () => {
    const ada = await app.person();
    const id = deps.ids.next();
    await queue(ada, id, { status: 'queued' });
    const storage = {
      ...deps.storage,
      putStream: async (key: string, chunks: AsyncIterable<Uint8Array>) => {
        await deps.storage.putStream(key, chunks);
        await call(ada, 'DELETE', `/api/user/exports/${id}`);
      },
    };
    expect((await buildExports({ ...deps, storage })).results).toEqual({ ready: 0, failed: 0 });
    expect(await hasArchive(id)).toBe(false);
  });
});

const later = (durationMs: number) => new Date(clock.now().getTime() + durationMs);

type QueuedExport = {
  status: 'queued' | 'running';
  lease_id?: string;
  lease_expires_at?: Date;
  attempts?: number;
};

async function queue({ id: userId }: Person, id: string, values: QueuedExport): Promise<void> {
  const row = { id, user_id: userId, created_at: clock.now(), expires_at: later(DAY), ...values };
  await deps.db.insertInto('data_export').values(row).execute();
}
