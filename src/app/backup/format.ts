import { type Part, readArchive, type Seal } from '#platform/backup/archive.ts';
import type { Table } from '#platform/backup/tables.ts';
import type { MigrationChecksum } from '#platform/db/migrations.ts';

/** The parts of a backup, in order. A file that was replaced during the backup occurs twice; the second is valid. */
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
/** The number of rows of each table, and the number of files. */
export type Summary = { rows: Record<string, number>; files: number };

export type BackupFacts = {
  manifest: Manifest;
  secrets: Secrets;
  database: DatabaseFacts;
  summary: Summary;
  seal: Seal;
};

export type ReadOptions = {
  /** Identities of age, for an encrypted backup. */
  identities?: readonly string[];
  /** Ends the reading at the next part. */
  signal?: AbortSignal;
};

/** Reads a whole backup and returns its facts. Rejects if it is damaged or has an unknown format. */
export async function verifyBackup(path: string, { identities = [], signal }: ReadOptions = {}): Promise<BackupFacts> {
  const parts = new Map<string, unknown>();
  const onPart = async (part: Part) => {
    signal?.throwIfAborted();
    if (parts.size === 0) requireKnown(path, part);
    if (!part.name.includes('/')) parts.set(part.name, jsonOf(part));
  };
  const seal = await readArchive(path, onPart, { identities });
  const of = <Facts>(name: string): Facts => {
    if (!parts.has(name)) throw new Error(`${path} has no part ${name}. Use another backup.`);
    return parts.get(name) as Facts;
  };
  return {
    manifest: of(PART.manifest),
    secrets: of(PART.secrets),
    database: of(PART.database),
    summary: of(PART.summary),
    seal,
  };
}

/** The first part names the format. */
function requireKnown(path: string, part: Part): void {
  const manifest = part.name === PART.manifest ? jsonOf<Partial<Manifest>>(part) : {};
  if (manifest.format !== FORMAT) throw new Error(`${path} is not a backup of Meadow.`);
  if (manifest.version === FORMAT_VERSION) return;
  throw new Error(
    `${path} was made by Meadow ${manifest.meadow}. This version cannot read its format. Update Meadow first.`,
  );
}

export function jsonOf<Facts>(part: Part): Facts {
  return JSON.parse(part.bytes.toString()) as Facts;
}

/** The name of a part of rows: `rows/profile/00000`. */
export function rowsPartName(table: string, index: number): string {
  return `${PART.rows}${table}/${String(index).padStart(5, '0')}`;
}

/** The table of a part with rows. */
export function tableOfRowsPart(name: string): string {
  return name.slice(PART.rows.length, name.lastIndexOf('/'));
}
