import { type Part, readArchive, type Seal } from '../../platform/backup/archive.ts';
import type { Table } from '../../platform/backup/tables.ts';
import type { MigrationChecksum } from '../../platform/db/migrations.ts';

/** What a backup is made of, in this order. A file that was replaced meanwhile comes twice, and the later one counts. */
export const PART = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  file: 'files/',
  database: 'database.json',
  rows: 'rows/',
  sequences: 'sequences.json',
  scheduler: 'scheduler.json',
  summary: 'summary.json',
} as const;

export const FORMAT = 'meadow-backup';
export const FORMAT_VERSION = 1;

export type Manifest = { format: string; version: number; meadow: string; made_at: string };
/** Keys in base64. */
export type Secrets = { encryption_key: string; former_encryption_keys: string[] };
export type DatabaseFacts = { postgresql: string; migrations: MigrationChecksum[]; tables: Table[] };
/** How many rows of each table, and how many files. */
export type Summary = { rows: Record<string, number>; files: number };

export type BackupFacts = {
  manifest: Manifest;
  secrets: Secrets;
  database: DatabaseFacts;
  summary: Summary;
  seal: Seal;
};

/** Reads a backup to its end and returns what it says of itself. Throws where it is damaged, or of a kind that is not known. */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<BackupFacts> {
  const said = new Map<string, unknown>();
  const seal = await readArchive(path, async (part) => {
    signal?.throwIfAborted();
    if (said.size === 0) requireKnown(path, part);
    if (!part.name.includes('/')) said.set(part.name, jsonOf(part));
  });
  const of = <Facts>(name: string): Facts => {
    if (!said.has(name)) throw new Error(`${path} lacks its part ${name}. Use another backup.`);
    return said.get(name) as Facts;
  };
  return {
    manifest: of(PART.manifest),
    secrets: of(PART.secrets),
    database: of(PART.database),
    summary: of(PART.summary),
    seal,
  };
}

/** The first part says what the others mean. */
function requireKnown(path: string, part: Part): void {
  const manifest = part.name === PART.manifest ? jsonOf<Partial<Manifest>>(part) : {};
  if (manifest.format !== FORMAT) throw new Error(`${path} is no backup of Meadow.`);
  if (manifest.version === FORMAT_VERSION) return;
  throw new Error(
    `${path} was made by Meadow ${manifest.meadow}, whose format this version does not know. Update Meadow first.`,
  );
}

export function jsonOf<Facts>(part: Part): Facts {
  return JSON.parse(part.bytes.toString()) as Facts;
}

/** The name of a part of rows: `rows/profile/00000`. */
export function rowsPartName(table: string, index: number): string {
  return `${PART.rows}${table}/${String(index).padStart(5, '0')}`;
}

/** The table whose rows a part holds. */
export function tableOfRowsPart(name: string): string {
  return name.slice(PART.rows.length, name.lastIndexOf('/'));
}

/** A line for each fact of a backup. */
export function describeBackup({ manifest, database, summary, secrets, seal }: BackupFacts): string[][] {
  const count = new Intl.NumberFormat('en').format;
  const rows = Object.values(summary.rows).reduce((sum, one) => sum + one, 0);
  const former = secrets.former_encryption_keys.length;
  return [
    ['Made', `${manifest.made_at}, by Meadow ${manifest.meadow}`],
    [
      'Database',
      `${count(rows)} rows of ${database.tables.length} tables, up to ${database.migrations.at(-1)?.name}, from PostgreSQL ${database.postgresql}`,
    ],
    ['People', count(summary.rows.profile ?? 0)],
    ['Files', count(summary.files)],
    ['Secrets', `the encryption key${former === 0 ? '' : `, and ${former} former ones`}`],
    ['Size', `${count(Math.ceil(seal.bytes / 1024))} KB before compression`],
    ['Checksum', seal.digest],
  ];
}

/** Lines with their names in a column. */
export function columnsOf(lines: readonly string[][]): string {
  return lines.map(([name = '', value]) => `${name.padEnd(10)}${value}`).join('\n');
}

/** Calls `work` with a signal for the first Ctrl-C or SIGTERM, so that it can clean up. */
export async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('Stopped before the end.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
