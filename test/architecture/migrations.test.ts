import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/app/database.ts';
import { listMigrations, type MigrationChecksum } from '../../src/platform/db/migrations.ts';

/** The landed migrations, in the format of `sha256sum`. A review sees a changed line. */
const CHECKSUMS = join(MIGRATIONS, 'checksums.txt');

const lineOf = ({ name, checksum }: MigrationChecksum) => `${checksum}  ${name}.sql`;

/** What differs between the landed migrations and the files, each with the next step. */
function findDifferences(checksums: string, files: readonly MigrationChecksum[]): string[] {
  const landed = new Map(checksums.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line]])));
  const present = new Set(files.map(({ name }) => `${name}.sql`));
  return [
    ...files.flatMap((file) => {
      const line = landed.get(`${file.name}.sql`);
      if (line === undefined) return [`Add this line to migrations/checksums.txt: ${lineOf(file)}`];
      if (line === lineOf(file)) return [];
      return [`${file.name}.sql has landed. Restore it, and put the change into a new migration.`];
    }),
    ...[...landed.keys()].filter((name) => !present.has(name)).map((name) => `${name} has landed. Restore it.`),
  ];
}

describe('The migrations', () => {
  test('are as they landed', async () => {
    expect(findDifferences(await readFile(CHECKSUMS, 'utf8'), await listMigrations(MIGRATIONS))).toEqual([]);
  });

  test('are found different if one is edited, deleted or not listed', () => {
    const [kept, edited, deleted, added] = ['a', 'b', 'c', 'd'].map((letter, index) => ({
      name: `000${index}_${letter}`,
      checksum: letter.repeat(64),
    })) as [MigrationChecksum, MigrationChecksum, MigrationChecksum, MigrationChecksum];
    const checksums = [kept, edited, deleted].map((file) => `${lineOf(file)}\n`).join('');
    expect(findDifferences(checksums, [kept, { ...edited, checksum: 'e'.repeat(64) }, added])).toEqual([
      '0001_b.sql has landed. Restore it, and put the change into a new migration.',
      `Add this line to migrations/checksums.txt: ${'d'.repeat(64)}  0003_d.sql`,
      '0002_c.sql has landed. Restore it.',
    ]);
  });
});
