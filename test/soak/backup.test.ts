import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@meadow/embedded-postgres';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { PART, tableOfRowsPart, verifyBackup } from '#app/backup/format.ts';
import { readArchive } from '#platform/backup/archive.ts';
import { copyRowsOut, listTables, withSnapshot } from '#platform/backup/tables.ts';
import { createDiskStorage } from '#providers/storage/storage.disk.ts';
import { createTestDatabase } from '../database/database.ts';
import { formOf } from '../multipart.ts';
import { drawnPicture } from '../pictures.ts';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';

const PEOPLE = 6;
const PASSWORD = 'correct horse battery';

const build = await buildService();
const folder = await mkdtemp(join(tmpdir(), 'meadow-drill-'));
afterAll(async () => {
  await Promise.all([build.delete(), rm(folder, { recursive: true })]);
});
const pictures = await Promise.all(
  Array.from({ length: 12 }, (_, index) => drawnPicture(`drill ${index}`).jpeg().toBuffer()),
);

type Place = Awaited<ReturnType<typeof prepareEnvironment>> & { databaseUrl: string | null };

async function preparePlace(kind: 'embedded' | 'outside'): Promise<Place> {
  const database = kind === 'outside' ? await createTestDatabase(inject('clusterUrl'), 'template0') : null;
  const place = await prepareEnvironment({
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...(database !== null && { DATABASE_URL: database.url }),
  });
  onTestFinished(async () => {
    await Promise.all([place.delete(), database?.drop()]);
  });
  return { ...place, databaseUrl: database?.url ?? null };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
type Body = any;

/** One person, who signs up or in, writes entries and replaces their avatar until the server is gone. */
function createWriter(place: Place, number: number) {
  const email = `writer-${number}@people.test`;
  const written = new Map<string, string>();
  const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const response = await fetch(`${place.address}${path}`, { method: 'POST', body, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const json = { 'content-type': 'application/json' };
  const get = (path: string, token?: string) =>
    fetch(`${place.address}${path}`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return {
    written,
    get,
    enter: async (way: 'sign-up' | 'sign-in'): Promise<string> => {
      const account = JSON.stringify({ email, password: PASSWORD, name: `Writer ${number}` });
      const { token } = await send(`/auth/${way}/email`, account, json);
      return ((await (await get('/auth/token', token)).json()) as Body).token;
    },
    writeUntilCut: async (token: string) => {
      const authorization = `Bearer ${token}`;
      for (let round = 0; ; round += 1) {
        try {
          const content = `Entry ${round} of ${email},\twith a tab, a \\ and ümläuts. ${'word '.repeat(round % 200)}end`;
          const body = JSON.stringify({ title: `Round ${round}`, content });
          const { entry } = await send('/api/journal', body, { ...json, authorization });
          written.set(entry.id, content);
          if (round % 4 > 0) continue;
          const form = await formOf({ avatar: pictures[(round + number) % pictures.length] as Buffer });
          await send('/api/user/avatar', new Uint8Array(form.body), { ...form.headers, authorization });
        } catch (error) {
          if (error instanceof TypeError) return;
          throw error;
        }
      }
    },
  };
}

async function meadow(place: Place, ...words: string[]): Promise<[code: unknown, printed: string]> {
  const program = runProgram(build.commands, place.environment, words);
  return [await program.ended, program.printed()];
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** How many rows there are, and a digest of them, whatever their order. */
function rowsIn(chunks: readonly Buffer[]): string {
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  return `${lines.length} ${sha256(lines.sort().join('\n'))}`;
}

/** What is in a backup: the rows of each table, and the files by their digests. */
async function contentsOfBackup(file: string) {
  const { database } = await verifyBackup(file);
  const chunks = new Map<string, Buffer[]>(database.tables.map(({ name }) => [name, []]));
  const files = new Map<string, string>();
  await readArchive(file, async ({ name, bytes }) => {
    if (name.startsWith(PART.rows)) chunks.get(tableOfRowsPart(name))?.push(bytes);
    if (name.startsWith(PART.file)) files.set(name.slice(PART.file.length), sha256(bytes));
  });
  return { tables: new Map([...chunks].map(([name, parts]) => [name, rowsIn(parts)])), files };
}

/** Calls `work` with the database of a place whose server does not run. */
async function withDatabaseOf<Result>(place: Place, work: (url: string) => Promise<Result>): Promise<Result> {
  if (place.databaseUrl !== null) return work(place.databaseUrl);
  const directory = join(place.dataDirectory, 'postgres');
  const cluster = await startEmbeddedPostgres({ directory, database: 'meadow' });
  try {
    return await work(cluster.connectionString);
  } finally {
    await cluster.stop();
  }
}

/** The same of a place, with what its people have, as the database says. */
async function contentsOfPlace(place: Place) {
  const storage = createDiskStorage(join(place.dataDirectory, 'files'));
  const files = new Map<string, string>();
  for await (const { key } of storage.list()) files.set(key, sha256((await storage.read(key)) ?? ''));
  const facts = await withDatabaseOf(place, (url) =>
    withSnapshot(url, async (client) => {
      const tables = new Map<string, string>();
      for (const table of await listTables(client)) {
        if (table.name.startsWith('schema_migration')) continue;
        const chunks: Buffer[] = [];
        await copyRowsOut(client, table, async (chunk) => void chunks.push(Buffer.from(chunk)));
        tables.set(table.name, rowsIn(chunks));
      }
      const { rows: avatars } = await client.query<{ url: string }>(
        'select avatar_url as url from profile where avatar_url is not null',
      );
      const { rows: entries } = await client.query<{ id: string; content: string }>(
        'select id, content from journal_entry',
      );
      return {
        tables,
        avatars: avatars.map(({ url }) => url),
        entries: new Map(entries.map((row) => [row.id, row.content])),
      };
    }),
  );
  return { ...facts, files };
}

/** Writes at a place, backs it up meanwhile, and kills its server. Returns what had been written before the backup began. */
async function backUpUnderLoad(place: Place, way: 'sign-up' | 'sign-in', file: string): Promise<Map<string, string>> {
  const service = runProgram(build.main, place.environment);
  await service.waitFor('Meadow is running.');
  const writers = Array.from({ length: PEOPLE }, (_, number) => createWriter(place, number));
  const tokens = await Promise.all(writers.map((writer) => writer.enter(way)));
  const writing = Promise.all(writers.map((writer, index) => writer.writeUntilCut(tokens[index] ?? '')));
  const count = () => writers.reduce((sum, { written }) => sum + written.size, 0);
  const more = (than: number) => expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(than);
  await more(150);
  const before = new Map(writers.flatMap(({ written }) => [...written]));
  const [code, printed] = await meadow(place, 'backup', file);
  expect([code, printed]).toEqual([0, expect.stringContaining('Backup')]);
  const after = count();
  await more(after);
  service.child.kill('SIGKILL');
  await Promise.all([writing, service.ended]);
  // The kill leaves an orphaned PostgreSQL, which runs until the next process that opens its data directory stops it.
  await withDatabaseOf(place, async () => undefined);
  tell(
    `${PEOPLE} people wrote ${before.size} entries before the backup and ${after - before.size} while it ran`,
    printed,
  );
  return before;
}

function tell(line: string, printed: string): void {
  process.stdout.write(`\n== ${line}\n${printed}\n`);
}

/** Restores, and holds every row and file against the backup; then serves from there, has people sign in, and read. */
async function restoreAndUse(direction: string, place: Place, file: string, before: ReadonlyMap<string, string>) {
  const [code, printed] = await meadow(place, 'restore', file);
  expect([code, printed]).toEqual([0, expect.stringContaining('Restored')]);

  const backup = await contentsOfBackup(file);
  const found = await contentsOfPlace(place);
  expect(found.tables).toEqual(backup.tables);
  expect(found.files).toEqual(backup.files);
  expect([...before].filter(([id, content]) => found.entries.get(id) !== content)).toEqual([]);
  const keys = [...found.files.keys()];
  expect(found.avatars.filter((url) => keys.some((key) => url.endsWith(key)))).toHaveLength(PEOPLE);

  const service = runProgram(build.main, place.environment);
  await service.waitFor('Meadow is running.');
  for (let number = 0; number < PEOPLE; number += 1) {
    const writer = createWriter(place, number);
    const token = await writer.enter('sign-in');
    const { entries } = (await (await writer.get('/api/journal?limit=1', token)).json()) as Body;
    expect(found.entries.get(entries[0].id)).toBe(entries[0].content);
    const { profile } = (await (await writer.get('/api/user/profile', token)).json()) as Body;
    const picture = await writer.get(new URL(profile.avatar_url).pathname);
    expect(picture.status).toBe(200);
    expect([...found.files.values()]).toContain(sha256(new Uint8Array(await picture.arrayBuffer())));
  }
  service.child.kill('SIGINT');
  expect(await service.ended).toBe(0);
  const rows = [...found.tables.values()].reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  tell(
    `${direction}: all ${rows} rows of ${found.tables.size} tables and all ${found.files.size} files are those of the backup, ` +
      `no avatar lacks its file, and ${PEOPLE} people have signed in and read`,
    printed,
  );
}

test('a backup made under load is restored elsewhere, between embedded and outside databases', async () => {
  const first = join(folder, 'first.tar.gz');
  const before = await backUpUnderLoad(await preparePlace('embedded'), 'sign-up', first);
  await restoreAndUse('embedded to embedded', await preparePlace('embedded'), first, before);
  const outside = await preparePlace('outside');
  await restoreAndUse('embedded to outside', outside, first, before);

  const second = join(folder, 'second.tar.gz');
  const later = await backUpUnderLoad(outside, 'sign-in', second);
  await restoreAndUse('outside to embedded', await preparePlace('embedded'), second, later);

  expect(await meadow(outside, 'restore', first)).toEqual([
    1,
    expect.stringContaining('The file storage is not empty.'),
  ]);
  expect(await meadow(outside, 'backup', '--list', second)).toEqual([0, expect.stringContaining(', complete')]);
});
