import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#app/config.ts';
import { copyRowsOut, listTables, withSnapshot } from '#platform/backup/tables.ts';
import { backUpTo } from '../../src/command-line/backup/backup.ts';
import { restoreBackup } from '../../src/command-line/backup/restore.ts';
import { findViolations } from '../../src/command-line/check/findings.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { createTestDatabase } from '../database/database.ts';
import { digestFiles } from '../digest-files.ts';
import { startNode } from '../job-matrix/nodes.ts';
import { startOutside, startTestApp } from '../start-test-app.ts';
import { addressAt, ROLE, startPrimary } from './servers/postgres.ts';

/** A backup moves between versions of PostgreSQL: the embedded one, and the older one of the distribution, in both directions. */

const folder = await mkdtemp(join(tmpdir(), 'meadow-versions-'));
const older = await startPrimary();
await older.query(`create database target owner ${ROLE} template template0 locale 'C.UTF-8'`);
const olderUrl = addressAt(older.host, ROLE, 'target');
const { close: closeOutside, ...outside } = await startOutside();
afterAll(async () => {
  await Promise.all([older.remove(), closeOutside(), rm(folder, { recursive: true })]);
});

const app = await startTestApp({ builtInIdentity: true });
app.clock.set(new Date());
await seedDemo(app.deps, () => undefined);
await app.deps.background.drain();

const plainly = { recipients: [], signal: new AbortController().signal };
const configOf = (url: string, name: string): Config =>
  readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' });

/**
 * The number of rows of each table, and a digest of what was written. Generated columns are left out: the words of a text that searches
 * look for depend on the locale of the database.
 */
async function digestWrittenRows(url: string): Promise<Record<string, string>> {
  return withSnapshot(url, async (client) => {
    const digests: Record<string, string> = {};
    for (const table of await listTables(client)) {
      if (/^(schema_migration|rate_limit|node_lease)/.test(table.name)) continue;
      const chunks: Buffer[] = [];
      const count = await copyRowsOut(client, table, async (chunk) => void chunks.push(Buffer.from(chunk)));
      const lines = Buffer.concat(chunks).toString().split('\n').sort().join('\n');
      digests[table.name] = `${count} ${createHash('sha256').update(lines).digest('hex')}`;
    }
    return digests;
  });
}

/** What a place holds, and what is broken there. */
async function contentsOf(url: string, config: Config) {
  const contents = { rows: await digestWrittenRows(url), files: await digestFiles(config) };
  const place = { url, folder: config.dataDirectory, becomeCopyOf: async () => undefined, drop: async () => undefined };
  const node = await startNode(place, outside, new Date());
  try {
    expect(await findViolations(node.deps)).toEqual([]);
  } finally {
    await node.close();
  }
  return contents;
}

test('from the embedded PostgreSQL to the one of the distribution, and back', async () => {
  const source = readConfig({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.config.dataDirectory });
  const expected = { rows: await digestWrittenRows(app.databaseUrl), files: await digestFiles(source) };
  expect(Number.parseInt(expected.rows.journal_entry ?? '', 10)).toBeGreaterThan(100);
  expect(expected.files.size).toBeGreaterThan(10);

  const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')];
  const { database } = await backUpTo(first, source, plainly);
  const [onOlder] = await older.query<{ version: string }>(`select current_setting('server_version') as version`);
  expect(database.postgresql).not.toBe(onOlder?.version.split(' ')[0]);

  const there = configOf(olderUrl, 'there');
  await restoreBackup(first, there);
  expect(await contentsOf(olderUrl, there)).toEqual(expected);

  await backUpTo(second, there, plainly);
  const empty = await createTestDatabase(inject('clusterUrl'), 'template0');
  onTestFinished(empty.drop);
  const back = configOf(empty.url, 'back');
  await restoreBackup(second, back);
  expect(await contentsOf(empty.url, back)).toEqual(expected);
});
