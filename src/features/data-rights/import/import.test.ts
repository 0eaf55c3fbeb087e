import { describe, expect, test } from 'vitest';
import { findSpansWithEntry, summarizeEntries } from '#features/journal';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { zipOf } from '#test/zip.ts';
import { runDueImports } from './import-run.actions.ts';
import { createImportCalls } from './test-imports.ts';
import { DAYLIO_CSV, daylio, dayOne, journey, markdown, OLD_DAYLIO_CSV } from './test-samples.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { send, read, run, listEntries } = createImportCalls(app);

const SAMPLES: [string, () => Promise<Buffer | string>][] = [
  ['Day One', () => dayOne()],
  ['Journey', journey],
  ['Daylio', daylio],
  ['Daylio as CSV', async () => DAYLIO_CSV],
  ['Daylio as older CSV', async () => OLD_DAYLIO_CSV],
  ['Markdown', markdown],
];

const dayOneOf = (entries: readonly object[], name = 'Journal') =>
  zipOf({ [`${name}.json`]: JSON.stringify({ metadata: { version: '1.0' }, entries }) });

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `ENTRY${index}`,
    creationDate: '2020-01-01T10:00:00Z',
    timeZone: 'UTC',
    text: `Entry ${index}`,
  }));

/** What became of the parts that were left out. */
const reasonsOf = (omitted: { kind: string; reason: string; count: number }[]) =>
  omitted.map(({ kind, reason, count }) => `${count} ${kind} ${reason}`).sort();

describe('POST /api/user/import', () => {
  test.each(SAMPLES)('adds of %s what its plan counted, and the second time nothing', async (_name, sample) => {
    const [ada, file] = [await app.person(), await sample()];
    const plan = await run(ada, file, '?dry_run=true');
    expect(plan).toMatchObject({ status: 'planned', is_dry_run: true, existing: { entries: 0 } });
    expect(plan.counts.entries).toBeGreaterThan(0);
    expect(await listEntries(ada)).toEqual([]);

    const { status } = await call(ada, 'POST', `/api/user/imports/${plan.id}/start`);
    expect(status).toBe(200);
    await runDueImports(deps);
    const done = await read(ada, plan.id);
    const { counts, left_out } = plan;
    expect(done).toMatchObject({ status: 'completed', is_dry_run: false, counts, left_out, expires_at: null });
    const entries = await listEntries(ada);
    expect(entries).toHaveLength(counts.entries);
    expect(entries.flatMap(({ photos }: { photos: object[] }) => photos)).toHaveLength(counts.photos);

    const again = await run(ada, file);
    expect(again).toMatchObject({
      counts: { entries: 0, notebooks: 0, photos: 0 },
      existing: { entries: counts.entries },
    });
    expect(await listEntries(ada)).toEqual(entries);
  });

  test('keeps texts, dates of their zones, tags and photos of Day One, with a notebook for each journal', async () => {
    const ada = await app.person();
    const { left_out, counts } = await run(ada, await dayOne());
    expect(counts).toEqual({ notebooks: 2, entries: 2, photos: 2 });
    expect(reasonsOf(left_out)).toEqual([
      '1 audio not-supported',
      '1 entry empty',
      '1 location not-supported',
      '1 photo missing',
      '1 star not-supported',
      '1 weather not-supported',
    ]);
    const [newer, older] = await listEntries(ada);
    expect(older).toMatchObject({
      title: 'A walk.',
      content: 'It was sunny, and we went far.\n\nThen home!',
      tags: ['outdoors', 'family'],
      entry_date: '2019-04-01',
      created_at: '2019-03-31T22:30:00.000Z',
      updated_at: '2019-04-02T08:00:00.000Z',
      notebook: { name: 'Journal' },
      effective_content_visibility: 'user',
      inherits: { metadata: false, content: false },
    });
    // The order is that of the text: the picture of ten pixels, then that of the phone.
    expect(older.photos.map(({ width }: { width: number }) => width)).toEqual([10, 120]);
    expect(newer).toMatchObject({
      title: 'A plain first line',
      content: 'A plain first line\nand a second one',
      entry_date: '2023-12-31',
      notebook: { name: 'Work notes' },
    });
  });

  test('turns HTML of Journey into Markdown, and its sentiment into a mood', async () => {
    const ada = await app.person();
    const { left_out } = await run(ada, await journey());
    expect(reasonsOf(left_out)).toEqual([
      '1 entry unreadable',
      '1 location not-supported',
      '1 photo missing',
      '1 video not-supported',
    ]);
    expect(await listEntries(ada)).toMatchObject([
      { title: 'A ride', content: 'By the **river**.', mood: null, entry_date: '2023-04-16' },
      { content: 'A **good** day.\n\n- tea\n- rain', mood: 'joyful', tags: ['tea'], entry_date: '2016-02-11' },
    ]);
  });

  test('takes an entry of Daylio once from its backup and its CSV', async () => {
    const ada = await app.person();
    const backup = await run(ada, await daylio());
    expect(reasonsOf(backup.left_out)).toEqual(['1 audio not-supported', '1 photo missing']);
    expect(await listEntries(ada)).toMatchObject([
      { title: 'A title', content: 'Working on **it**\n\nMore', mood: 'joyful', tags: ['programming', 'exercising'] },
      { title: 'meh+', content: '', mood: 'meh+', entry_date: '2023-11-18' },
      { title: 'Plain', content: 'Plain\ntext', mood: 'sad', entry_date: '2023-11-18' },
    ]);
    const table = await run(ada, DAYLIO_CSV);
    expect(table).toMatchObject({ counts: { entries: 1 }, existing: { entries: 3 } });
  });

  test('reads the front matter, folders and pictures of Markdown files', async () => {
    const ada = await app.person();
    const { left_out } = await run(ada, await markdown());
    expect(reasonsOf(left_out)).toEqual([
      '1 date from-file',
      '1 document not-supported',
      '1 entry unreadable',
      '1 file not-supported',
      '1 photo missing',
      '1 photo not-supported',
    ]);
    const [empty, sunrise, undated, trip] = await listEntries(ada);
    expect(undated).toMatchObject({ title: 'undated', entry_date: '2024-01-01' });
    expect(empty).toMatchObject({ title: 'one', created_at: '2024-06-03T01:30:00.000Z', notebook: { name: 'empty' } });
    expect(sunrise).toMatchObject({
      ...{ title: 'Sunrise', mood: 'calm', tags: ['sea', 'early bird'], notebook: null },
      content: 'We saw it.\n\nthe sea and  and ![](https://example.org/x.png) and ![](gone.png)',
      entry_date: '2024-05-31',
      created_at: '2024-05-30T20:10:00.000Z',
      photos: [{ width: 10 }, { width: 10 }],
    });
    expect(trip).toMatchObject({
      title: 'a-long-trip',
      tags: ['train', 'slow'],
      notebook: { name: 'Travel / _posts' },
    });
  });

  test('adds of a newer file what is new, and brings nothing back that was deleted', async () => {
    const ada = await app.person();
    await run(ada, await dayOneOf(numbered(2)));
    const [entry] = await listEntries(ada);
    await call(ada, 'DELETE', `/api/journal/${entry.id}`);
    await call(ada, 'DELETE', `/api/notebooks/${entry.notebook_id}`);
    const { counts, existing } = await run(ada, await dayOneOf(numbered(3)));
    expect([counts, existing]).toEqual([
      { notebooks: 0, entries: 1, photos: 0 },
      { notebooks: 1, entries: 2, photos: 0 },
    ]);
    const titles = (await listEntries(ada)).map(({ title, notebook }: { title: string; notebook: unknown }) => [
      title,
      notebook,
    ]);
    expect(titles).toHaveLength(2);
    expect(titles).toContainEqual(['Entry 2', null]);
  });

  test('is another diary for each user', async () => {
    const [ada, ben] = [await app.person(), await app.person()];
    await run(ada, await dayOneOf(numbered(2)));
    expect((await run(ben, await dayOneOf(numbered(2)))).counts.entries).toBe(2);
    const entryOfAda = (await listEntries(ada))[0];
    expect((await call(ben, 'GET', `/api/journal/${entryOfAda.id}`)).status).toBe(404);
  });

  test('counts as no activity, calls no provider, and tells only of its end', async () => {
    const ada = await app.person();
    const now = clock.now();
    const written = { uuid: 'NOW', creationDate: now.toISOString(), timeZone: 'UTC', text: 'I am happy @ada' };
    const calls = app.ai.requests.length;
    const { id } = await run(ada, await dayOneOf([written]));
    expect(app.ai.requests.length).toBe(calls);
    const span = {
      id,
      userId: ada.id,
      after: new Date(now.getTime() - 1_000_000),
      until: new Date(now.getTime() + 1_000_000),
    };
    expect(await findSpansWithEntry(deps.db, [span])).toEqual(new Set());
    expect(await summarizeEntries(deps.db, [ada.id], span.after, span.until)).toEqual(new Map());
    const { body } = await call(ada, 'GET', '/api/notifications');
    expect(body.notifications).toMatchObject([
      { kind: 'import_finished', target: { type: 'import', id }, data: { status: 'completed', entries: 1 } },
    ]);
  });

  test('keeps an imported entry imported after the trash', async () => {
    const ada = await app.person();
    await run(ada, await dayOneOf(numbered(1)));
    const [{ id }] = await listEntries(ada);
    await call(ada, 'DELETE', `/api/journal/${id}`);
    expect((await call(ada, 'POST', `/api/trash/${id}/restore`)).status).toBe(200);
    const row = deps.db.selectFrom('journal_entry').select('is_imported').where('id', '=', id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ is_imported: true });
  });

  test.each<[string, string, () => Promise<Uint8Array | string>]>([
    ['a text', 'import.format-unknown', async () => 'Dear diary'],
    ['an archive of something else', 'import.format-unknown', () => zipOf({ 'a.txt': 'a' })],
    ['an archive without its end', 'archive.broken', async () => (await dayOne()).subarray(0, -30)],
    ['an archive that asks for a password', 'archive.encrypted', async () => withFlag(await dayOne(), 1)],
    [
      'an archive that leaves its folder',
      'archive.broken',
      async () => withName(await zipOf({ 'aaaaaaaaaa.md': 'x' }), 'a', '../../aaaa'),
    ],
    ['a bomb', 'archive.too-large', () => zipOf({ 'Journal.json': '0'.repeat(20_000_000) })],
    ['a directory of a million files', 'archive.too-many-files', async () => withFileCount(await markdown())],
  ])('refuses %s', async (_what, code, file) => {
    const { status, body } = await send(await app.person(), await file());
    expect([status, body.code]).toEqual([400, code]);
  });

  test('fails with what is broken, keeps what was read, and goes on with the good file', async () => {
    const ada = await app.person();
    const good = JSON.stringify({ metadata: { version: '1.0' }, entries: numbered(300) });
    const broken = await run(ada, await zipOf({ 'Journal.json': good.slice(0, -100) }));
    expect(broken).toMatchObject({
      status: 'failed',
      error_code: 'import.broken',
      counts: { notebooks: 1, entries: 199 },
    });
    const whole = await run(ada, await zipOf({ 'Journal.json': good }));
    expect(whole).toMatchObject({ status: 'completed', counts: { entries: 101 }, existing: { entries: 199 } });
  });

  test('gives a note without any date that of its file, in the zone of its user, and says so of each', async () => {
    const ada = await app.person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Asia/Tokyo' } });
    const file = await zipOf(
      { 'Notes/a.md': 'Undated', 'Notes/b.md': '---\ntitle: Also\n---\nUndated', 'Notes/2020-02-03.md': 'Dated' },
      new Date('2019-05-31T18:04:30Z'),
    );
    const plan = await run(ada, file, '?dry_run=true');
    const { left_out, counts } = await run(ada, file);
    expect(left_out).toEqual([
      { kind: 'date', reason: 'from-file', count: 2, examples: ['2019-05-31 a.md', '2019-05-31 b.md'] },
    ]);
    expect(plan).toMatchObject({ left_out, counts });
    const entries = await listEntries(ada);
    // The directory of a ZIP has the time of a clock, without its zone.
    const undated = { entry_date: '2019-05-31', created_at: '2019-05-31T09:04:00.000Z' };
    expect(entries).toMatchObject([{ entry_date: '2020-02-03' }, undated, undated]);
    expect(await run(ada, file)).toMatchObject({ counts: { entries: 0 }, existing: { entries: 3 } });
  });

  test('leaves out a note whose archive does not say when it was written, or whose own date cannot be read', async () => {
    const ada = await app.person();
    const unknown = await run(ada, await zipOf({ 'a.md': 'Undated' }, new Date('1980-01-01T00:00:00Z')));
    expect(unknown.counts.entries).toBe(0);
    expect(reasonsOf(unknown.left_out)).toEqual(['1 entry date-missing']);
    const unread = await run(ada, await zipOf({ 'a.md': '---\ndate: some day in May\n---\nText', 'b.txt': '' }));
    expect(reasonsOf(unread.left_out)).toEqual(['1 document not-supported', '1 entry date-missing']);
    expect(await listEntries(ada)).toEqual([]);
  });

  test('tells of each entry whose time or date it could not read, and replaces none in silence', async () => {
    const ada = await app.person();
    const table = ['full_date,date,weekday,time,mood,activities,note_title,note']
      .concat('2023-11-20,November 20,Monday,in the evening,good,,"",one', '2023-11-21,,,下午11:54,good,,"",two')
      .concat('2023-11-22,,,half past,good,,"",three', '2023-11-23,,,,good,,"",four', 'no date,,,10:00,good,,"",five')
      .join('\n');
    const daylioTable = await run(ada, table);
    expect(daylioTable.left_out).toEqual([
      { kind: 'time', reason: 'unreadable', count: 2, examples: ['2023-11-20 in the evening', '2023-11-22 half past'] },
      { kind: 'entry', reason: 'date-missing', count: 1, examples: ['five'] },
    ]);
    const times = (await listEntries(ada)).map(({ created_at }: { created_at: string }) => created_at.slice(11, 16));
    expect(times).toEqual(['12:00', '12:00', '23:54', '12:00']);

    const notes = await run(
      ada,
      await zipOf({
        '2022-03-04 one.md': '---\ndate: one fine day\n---\nText',
        '2022-03-05 two.md': '---\ndate: March 5, 2022 at noonish\n---\nText',
        '2022-03-06 three.md': '---\ndate: 2022-03-06 10:00\n---\nText',
      }),
    );
    expect(notes.left_out).toEqual([
      {
        kind: 'time',
        reason: 'unreadable',
        count: 2,
        examples: ['2022-03-04 one fine day', expect.stringMatching(/^2022-03-05 .*noonish/)],
      },
    ]);
    expect(notes.counts.entries).toBe(3);
  });

  test('reads a file of Day One without its archive, and adds nothing of it again with the archive', async () => {
    const ada = await app.person();
    const entries = [
      ...numbered(2),
      { ...numbered(3)[2], photos: [{ identifier: 'AA', md5: 'f'.repeat(32), orderInEntry: 0 }] },
    ];
    const journal = JSON.stringify({ metadata: { version: '1.0' }, entries });
    const bare = await run(ada, `\uFEFF${journal}`);
    expect(bare).toMatchObject({ format: 'day-one', status: 'completed', counts: { entries: 3, notebooks: 1 } });
    expect(reasonsOf(bare.left_out)).toEqual(['1 photo missing']);
    expect(await listEntries(ada)).toMatchObject(Array(3).fill({ notebook: { name: 'Journal' } }));
    const archived = await run(ada, await zipOf({ 'Journal.json': journal }));
    expect(archived).toMatchObject({ counts: { entries: 0, notebooks: 0 }, existing: { entries: 3, notebooks: 1 } });
    const other = await send(await app.person(), JSON.stringify({ notes: [] }));
    expect([other.status, other.body.code]).toEqual([400, 'import.format-unknown']);
  });

  test('counts pictures that are none, long tags, and entries of other centuries', async () => {
    const ada = await app.person();
    const file = await zipOf({
      'a.md': `---\ndate: 1850-01-01\n---\nOld`,
      'b.md': `---\ndate: 2990-01-01\n---\nNew`,
      'c.md': `---\ndate: 2020-01-01\ntags: [${'x'.repeat(51)}]\nmood: ${'y'.repeat(51)}\n---\n![](a.jpg)`,
      'd.md': Buffer.from([0x2d, 0xff, 0xfe, 0x80]),
      'e.md': `---\na: &a [1,1,1,1,1,1,1,1,1]\n${bomb()}---\nText`,
      'a.jpg': 'no picture',
    });
    const { counts, left_out } = await run(ada, file);
    expect(counts).toMatchObject({ entries: 1, photos: 0 });
    expect(reasonsOf(left_out)).toEqual([
      '1 entry date-missing',
      '1 entry date-out-of-range',
      '1 mood too-long',
      '1 photo unreadable',
      '1 tag too-long',
      '2 entry unreadable',
    ]);
  });

  test('continues an entry of many photos in another one', async () => {
    const ada = await app.person();
    const { photos } = JSON.parse('{"photos":[]}') as { photos: object[] };
    for (let index = 0; index < 12; index += 1)
      photos.push({ identifier: `P${index}`, md5: `${index}`, orderInEntry: index });
    const { gifOf } = await import('#test/pictures.ts');
    const pictures = Object.fromEntries(photos.map((_, index) => [`photos/${index}.gif`, gifOf(1)]));
    const entry = { ...numbered(1)[0], photos };
    const file = await zipOf({ 'Journal.json': JSON.stringify({ metadata: {}, entries: [entry] }), ...pictures });
    expect((await run(ada, file)).counts).toEqual({ notebooks: 1, entries: 2, photos: 12 });
    const entries = await listEntries(ada);
    const sizes = entries.map(({ title, photos: of }: { title: string; photos: [] }) => `${title}: ${of.length}`);
    expect(sizes.sort()).toEqual(['Entry 0 (2): 2', 'Entry 0: 10']);
  });

  test('returns 409 while another one is active, and 429 after twenty a day', async () => {
    const ada = await app.person();
    const file = await dayOneOf(numbered(1));
    const responses = await Promise.all([send(ada, file), send(ada, file)]);
    expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 'import.already-running']);
    await runDueImports(deps);
    for (let number = 1; number < 20; number += 1) await run(ada, file);
    expect(await send(ada, file)).toMatchObject({ status: 429, body: { code: 'import.too-many' } });
    expect(await listEntries(ada)).toHaveLength(1);
  });

  test('returns 401 without a token, and 403 to an impersonator', async () => {
    const file = await dayOneOf(numbered(1));
    expect((await send(null, file)).status).toBe(401);
    const [admin, ada] = [await app.superAdmin(), await app.person()];
    const { body } = await call(admin, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: 'A report' });
    const impersonator = { ...ada, token: body.token } as Person;
    expect((await send(impersonator, file)).status).toBe(403);
  });

  test('deletes its file at the end', async () => {
    const ada = await app.person();
    const { id } = await run(ada, await dayOneOf(numbered(1)));
    expect(await deps.storage.open(`imports/${id}.zip`)).toBeNull();
    const plan = await run(ada, await dayOneOf(numbered(1)), '?dry_run=true');
    (await deps.storage.open(`imports/${plan.id}.zip`))?.stream.destroy();
    clock.advance(25 * 60 * 60_000);
    await runDueImports(deps);
    expect(await deps.storage.open(`imports/${plan.id}.zip`)).toBeNull();
  });
});

describe('POST /api/user/imports/:id/start', () => {
  test('returns 409 for what is no plan, or an expired one, and 404 for that of another user', async () => {
    const [ada, ben] = [await app.person(), await app.person()];
    const start = async (user: Person, id: string) => {
      const token = await app.issuer.sign(user.id, clock.now(), { email: user.email });
      return (await call({ ...user, token }, 'POST', `/api/user/imports/${id}/start`)).body.code;
    };
    const done = await run(ada, await dayOneOf(numbered(1)));
    expect(await start(ada, done.id)).toBe('import.not-planned');
    const plan = await run(ada, await dayOneOf(numbered(2)), '?dry_run=true');
    expect(await start(ben, plan.id)).toBe('import.not-found');
    clock.advance(24 * 60 * 60_000);
    expect(await start(ada, plan.id)).toBe('import.not-planned');
  });

  test('starts a plan once', async () => {
    const ada = await app.person();
    const plan = await run(ada, await dayOneOf(numbered(2)), '?dry_run=true');
    const starts = await Promise.all(
      Array.from({ length: 3 }, () => call(ada, 'POST', `/api/user/imports/${plan.id}/start`)),
    );
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await runDueImports(deps);
    expect((await read(ada, plan.id)).counts.entries).toBe(2);
  });
});

describe('GET /api/user/imports', () => {
  test('lists own imports, newest first', async () => {
    const ada = await app.person();
    const first = await run(ada, await dayOneOf(numbered(1)));
    clock.advance(1);
    const second = await run(ada, DAYLIO_CSV);
    const { body } = await call(ada, 'GET', '/api/user/imports');
    expect(body).toEqual({ imports: [second, first], next_cursor: null });
    expect((await call(await app.person(), 'GET', '/api/user/imports')).body.imports).toEqual([]);
  });
});

describe('GET /api/user/imports/:id', () => {
  test('returns 404 for an import of another user', async () => {
    const { id } = await run(await app.person(), await dayOneOf(numbered(1)));
    const { status, body } = await call(await app.person(), 'GET', `/api/user/imports/${id}`);
    expect([status, body.code]).toEqual([404, 'import.not-found']);
  });
});

/** Sets a flag of every file in the directory of an archive. */
function withFlag(zip: Buffer, flag: number): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf('PK\x01\x02'); at !== -1; at = copy.indexOf('PK\x01\x02', at + 4)) {
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | flag, at + 8);
  }
  return copy;
}

function withName(zip: Buffer, letter: string, name: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(letter.repeat(name.length), name), 'latin1');
}

/** An archive whose end says that it has a million files. */
function withFileCount(zip: Buffer): Buffer {
  const end = Buffer.from(zip.subarray(zip.lastIndexOf('PK\x05\x06')));
  const start = zip.length - end.length;
  const zip64 = Buffer.alloc(76);
  zip64.write('PK\x06\x06', 0, 'latin1');
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeBigUInt64LE(1_000_000n, 24);
  zip64.writeBigUInt64LE(1_000_000n, 32);
  zip64.write('PK\x06\x07', 56, 'latin1');
  zip64.writeBigUInt64LE(BigInt(start), 64);
  zip64.writeUInt32LE(1, 72);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([zip.subarray(0, start), zip64, end]);
}

/** Aliases that repeat aliases. */
function bomb(): string {
  const letters = 'abcdefgh';
  return [...letters.slice(1)]
    .map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${letters[index]}`).join(',')}]\n`)
    .join('');
}
