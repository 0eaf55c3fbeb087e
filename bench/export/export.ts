import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { table } from '../table.ts';
import type { ExportMeasurement, ExportPart } from './job.ts';

const JOB = join(import.meta.dirname, 'job.ts');
const SIZES = [10_000, 100_000];

export type ExportResults = (ExportMeasurement & { entries: number })[];

/** Exports accounts of several sizes, each in a process of its own. */
export async function measureExports(cluster: Cluster, say: (sentence: string) => void): Promise<ExportResults> {
  const name = 'meadow_bench_export';
  const drop = () =>
    withClient(maintenanceUrlOf(cluster), (client) => client.query(`drop database if exists ${name} with (force)`));
  const folder = await mkdtemp(join(tmpdir(), 'meadow-bench-'));
  await drop();
  await withClient(maintenanceUrlOf(cluster), (client) => client.query(`create database ${name}`));
  try {
    const databaseUrl = cluster.urlOf(name);
    await migrate(databaseUrl, MIGRATIONS);
    const results: ExportResults = [];
    for (const entries of SIZES) {
      say(`Exporting ${entries} entries.`);
      const userId = await writeJournal(databaseUrl, entries);
      results.push({ entries, ...(await runExport({ databaseUrl, folder, userId })) });
    }
    return results;
  } finally {
    await drop();
    await rm(folder, { recursive: true });
  }
}

async function runExport(part: ExportPart): Promise<ExportMeasurement> {
  const parameters = ['--import', import.meta.resolve('tsx'), JOB, JSON.stringify(part)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  return JSON.parse(stdout) as ExportMeasurement;
}

/** Entries of some 1,200 characters on four a day, one in ten in a notebook. */
async function writeJournal(url: string, entries: number): Promise<string> {
  const userId = randomUUID();
  await withClient(url, async (client) => {
    await client.query(
      `insert into profile (id, full_name, role_changed_at, created_at, updated_at) values ($1, 'A User', now(), now(), now())`,
      [userId],
    );
    await client.query(
      `insert into journal_entry (id, user_id, title, content, tags, effective_metadata_visibility,
         effective_content_visibility, created_at, updated_at, entry_date, created_date)
       select gen_random_uuid(), $1, 'A day ' || number % 7, repeat(md5(number::text) || ' walked to work and was calm. ', 20),
         '{walk,work}', 'user', 'user', written, written, written::date, written::date
       from generate_series(1, $2::int) as number
       cross join lateral (select now() - number * interval '6 hours' as written) as moment`,
      [userId, entries],
    );
    await client.query('vacuum analyze journal_entry');
  });
  return userId;
}

export function exportsTable(results: ExportResults): string[] {
  const rows = results.map(({ entries, seconds, archiveBytes, idleMegabytes, peakMegabytes }) => [
    String(entries),
    seconds.toFixed(1),
    String(Math.round(entries / seconds)),
    (archiveBytes / 1024 ** 2).toFixed(1),
    String(idleMegabytes),
    String(peakMegabytes),
  ]);
  return [
    '',
    'Exports of one account: JSON, and Markdown of each entry',
    ...table(['entries', 's', 'entries/s', 'archive MB', 'MB idle', 'MB peak'], rows),
  ];
}
