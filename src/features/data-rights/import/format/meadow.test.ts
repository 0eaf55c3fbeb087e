import { describe, expect, test } from 'vitest';
import { sendForm } from '#test/multipart.ts';
import { gifOf } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { readZip, zipOf } from '#test/zip.ts';
import { createImportCalls } from '../test-imports.ts';

const app = await startTestApp();
const { call, clock, deps, server } = app;
const { run, listEntries } = createImportCalls(app);

async function exportOf({ token }: Person): Promise<Buffer> {
  const response = await server.inject({ url: '/api/user/export', headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

type Account = Map<string, Record<string, unknown>[]>;

async function recordsIn(archive: Buffer): Promise<Account> {
  const files = await readZip(archive);
  return new Map(
    [...files]
      .filter(([name]) => name.startsWith('data/'))
      .map(([name, file]) => [
        name.slice('data/'.length, -'.ndjson'.length),
        file
          .toString()
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
      ]),
  );
}

/** A record without what an import may change: ids, sharing, the mark of imports, and of photos when they were stored. */
function normalized(record: Record<string, unknown>) {
  const { imported: _, ...kept } = record;
  const changing = ['id', 'goal_id', 'notebook_id', 'entry_id', 'file', 'background_file'];
  if ('width' in kept) changing.push('created_at');
  const withVisibility = Object.keys(kept).filter((name) => name.endsWith('_visibility'));
  for (const name of [...changing, ...withVisibility, 'team_id', 'org_id']) delete kept[name];
  return JSON.stringify(Object.entries(kept).sort());
}

async function writeAccount(person: Person): Promise<void> {
  const post = async (url: string, body: object) => {
    clock.advance(1_000);
    const { status, body: reply, text } = await call(person, 'POST', url, body);
    expect([url, status], text).toEqual([url, 201]);
    return reply;
  };
  await call(person, 'PUT', '/api/user/profile', { preferences: { theme: 'dark', timezone: 'Asia/Tokyo' } });
  const photo = (await sendForm(call, person, '/api/media', { file: gifOf(2) })).body.media;
  const { notebook } = await post('/api/notebooks', { name: 'Walks', description: 'Of a year' });
  await post('/api/journal', {
    title: 'One',
    content: '  Grüße\n\nvon hier.  ',
    mood: 'calm',
    tags: ['walk', 'b'],
    notebook_id: notebook.id,
    photo_ids: [photo.id],
    entry_date: '2026-02-01',
  });
  const { entry } = await post('/api/journal', { title: 'Gone', content: 'x', mood: 'calm' });
  await call(person, 'DELETE', `/api/journal/${entry.id}`);
  await post('/api/journal', { title: 'Two', content: 'I am happy and grateful.' });
  const { goal } = await post('/api/goals', { title: 'Run', target_date: '2027-01-01' });
  await post(`/api/goals/${goal.id}/check-ins`, { status: 'partial', notes: 'Half', check_in_date: '2026-02-01' });
  await post('/api/satisfaction-entries', { score: 7, note: 'Good' });
  await post('/api/sleep-entries', { sleep_date: '2026-02-01', hours: 7.25, quality: 4 });
  await post('/api/action-notes', { content: 'Called', goal_id: goal.id });
  await call(person, 'PUT', '/api/notifications/quiet-hours', { start_time: '22:00', end_time: '07:00' });
  const ben = await app.person();
  await call(ben, 'POST', '/api/encouragement-drops/send', {
    recipient_id: person.id,
    drop_type: 'encouragement',
    content: 'Go on!',
  });
}

/** Records of the new account itself. */
const OWN = new Set(['account/profile', 'wallet/transactions', 'mail/received', 'notifications/inbox']);

describe('an export of Meadow', () => {
  test('brings the avatar to the profile, and once where it holds an imported profile as well', async () => {
    const [ada, eve, third] = [await app.person(), await app.person(), await app.person()];
    await sendForm(call, ada, '/api/user/avatar', { avatar: gifOf(1) });
    await run(eve, await exportOf(ada));
    await run(third, await exportOf(eve));
    for (const { id } of [ada, eve, third]) {
      const keys: string[] = [];
      for await (const { key } of deps.storage.list()) if (key.startsWith(`avatars/${id}-`)) keys.push(key);
      const profile = await deps.db
        .selectFrom('profile')
        .select('avatar_url')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(keys.map((key) => `${deps.publicUrl}/media/${key}`)).toEqual([profile.avatar_url]);
    }
    const named = deps.db.selectFrom('imported_history').select('file_key').where('collection', '=', 'account/profile');
    expect((await named.execute()).filter(({ file_key }) => file_key !== null)).toEqual([]);
  });

  test('loses nothing on an empty account, and once imported is not imported again', async () => {
    const [ada, eve] = [await app.person(), await app.person()];
    await writeAccount(ada);
    const archive = await exportOf(ada);
    const before = await recordsIn(archive);
    const done = await run(eve, archive);
    expect(done).toMatchObject({
      format: 'meadow',
      status: 'completed',
      counts: { notebooks: 1, entries: 2, photos: 1 },
      left_out: [],
    });
    const after = await recordsIn(await exportOf(eve));
    for (const [collection, records] of before) {
      const found = (after.get(collection) ?? []).map(normalized);
      const expected = records.map(normalized);
      if (collection === 'account/exports') continue;
      if (OWN.has(collection)) expect([collection, found]).toEqual([collection, expect.arrayContaining(expected)]);
      else expect([collection, found.sort()]).toEqual([collection, expected.sort()]);
    }
    const [entry] = (await listEntries(eve)).filter(({ title }: { title: string }) => title === 'One');
    expect(entry).toMatchObject({
      content: '  Grüße\n\nvon hier.  ',
      notebook: { name: 'Walks' },
      entry_date: '2026-02-01',
    });
    expect(entry.photos).toHaveLength(1);
    const { profile } = (await call(eve, 'GET', '/api/user/profile')).body;
    expect(profile.preferences).toMatchObject({ theme: 'dark', timezone: 'Asia/Tokyo' });
    const { goals } = (await call(eve, 'GET', '/api/goals')).body;
    expect(goals).toEqual([expect.objectContaining({ title: 'Run', target_date: '2027-01-01' })]);
    const again = await run(eve, archive);
    expect(again.counts).toEqual({ notebooks: 0, entries: 0, photos: 0 });
    // A third account gets what the second one got.
    const third = await app.person();
    await run(third, await exportOf(eve));
    const last = await recordsIn(await exportOf(third));
    for (const [collection, records] of before) {
      if (collection === 'account/exports') continue;
      expect([collection, (last.get(collection) ?? []).map(normalized)]).toEqual([
        collection,
        expect.arrayContaining(records.map(normalized)),
      ]);
    }
  });

  test('brings back what was deleted in the account that it was made of, and nothing twice', async () => {
    const ada = await app.person();
    await writeAccount(ada);
    const archive = await exportOf(ada);
    const entries = await listEntries(ada);
    await call(ada, 'DELETE', `/api/journal/${entries[0].id}`);
    const { counts } = await run(ada, archive);
    expect(counts).toMatchObject({ notebooks: 0, entries: 1 });
    expect((await listEntries(ada)).map(({ title }: { title: string }) => title).sort()).toEqual(['One', 'Two']);
    expect(await deps.db.selectFrom('imported_history').selectAll().where('user_id', '=', ada.id).execute()).toEqual(
      [],
    );
  });

  test('of an earlier version lacks fields that were added since: they count as null', async () => {
    const [ada, eve] = [await app.person(), await app.person()];
    await writeAccount(ada);
    const files = await readZip(await exportOf(ada));
    const lacking = [
      ['data/journal/entries.ndjson', 'written_at'],
      ['data/goals/goals.ndjson', 'target_date'],
    ] as const;
    for (const [path, field] of lacking) {
      const lines = String(files.get(path)).trimEnd().split('\n');
      const records = lines.map((line) => JSON.stringify({ ...JSON.parse(line), [field]: undefined }));
      files.set(path, Buffer.from(`${records.join('\n')}\n`));
    }
    const done = await run(eve, await zipOf(Object.fromEntries(files)));
    expect(done).toMatchObject({ status: 'completed', left_out: [] });
    expect(await listEntries(eve)).toHaveLength((await listEntries(ada)).length);
    const { goals } = (await call(eve, 'GET', '/api/goals')).body;
    expect(goals).not.toEqual([]);
    for (const { target_date } of goals) expect(target_date).toBeNull();
  });

  test('that was edited stores nothing that requests could not', async () => {
    const [ada, eve] = [await app.person(), await app.person()];
    await call(ada, 'POST', '/api/journal', { title: 'One', content: 'Text', mood: 'calm', tags: ['walk'] });
    const files = await readZip(await exportOf(ada));
    const path = 'data/journal/entries.ndjson';
    const future = '9999-12-31T23:59:59.000Z';
    const edited = {
      ...JSON.parse(String(files.get(path))),
      tags: Array.from({ length: 3_000 }, (_, index) => `tag ${index}`),
      created_at: future,
      updated_at: future,
    };
    files.set(path, Buffer.from(`${JSON.stringify(edited)}\n`));
    const done = await run(eve, await zipOf(Object.fromEntries(files)));
    expect(done.left_out).toContainEqual(expect.objectContaining({ kind: 'tag', reason: 'too-many', count: 2_950 }));
    const now = clock.now().toISOString();
    const [entry] = await listEntries(eve);
    expect(entry).toMatchObject({ title: 'One', content: 'Text', mood: 'calm', created_at: now, updated_at: now });
    expect(entry.tags).toHaveLength(50);
  });

  test('of another version is unknown, and what does not fit is left out', async () => {
    const ada = await app.person();
    const manifest = { format: 'meadow-export', version: 1, account: { id: ada.id } };
    const goal = {
      id: deps.ids.next(),
      title: 'Run',
      description: '',
      target_date: null,
      status: 'active',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    };
    const goals = [
      goal,
      { ...goal, id: 'none' },
      { ...goal, id: deps.ids.next(), title: 'x'.repeat(1_000) },
      { ...goal, id: deps.ids.next(), title: 'a\0b' },
    ];
    const files = {
      'manifest.json': JSON.stringify(manifest),
      'data/goals/goals.ndjson': `${goals.map((one) => JSON.stringify(one)).join('\n')}\nno JSON`,
      'data/future/things.ndjson': '{}\n',
    };
    const done = await run(ada, await zipOf(files));
    expect(done).toMatchObject({
      status: 'completed',
      counts: { records: 2 },
      left_out: [
        { kind: 'record', reason: 'unreadable', count: 3, examples: ['goals/goals', 'goals/goals', 'goals/goals'] },
      ],
    });
    const { goals: listed } = (await call(ada, 'GET', '/api/goals')).body;
    expect(listed.map(({ title }: { title: string }) => title)).toEqual(['Run']);
    const newer = { ...files, 'manifest.json': JSON.stringify({ ...manifest, version: 2 }) };
    const { status, body } = await createImportCalls(app).send(ada, await zipOf(newer));
    expect([status, body.code]).toEqual([400, 'import.format-unknown']);
  });
});
