import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { listMigrations, type MigrationChecksum } from '#platform/db/migrations.ts';

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

/** Migrations before it were applied before versions had to run beside each other. */
const LAST_FREE_MIGRATION = '0040_webhooks';

/** Statements that may break the version before: it runs until the last node has been updated. */
const TAKES_AWAY =
  /\bdrop\s+(?:table|column|view|function|type)\b|\brename\b|\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b/i;

/** Whether a migration takes something away without a word on it in its first line. */
function isUnexplained(text: string): boolean {
  const code = text.replace(/--.*$/gm, '');
  return TAKES_AWAY.test(code) && !/^-- (?:contract|expand): .{20,}/.test(text);
}

describe('The migrations', () => {
  test('say why the version before can go on, or that it cannot, if they take something away', async () => {
    const names = (await listMigrations(MIGRATIONS)).map(({ name }) => name);
    const recent = names.filter((name) => name > LAST_FREE_MIGRATION);
    const texts = await Promise.all(
      recent.map(async (name) => ({ name, text: await readFile(join(MIGRATIONS, `${name}.sql`), 'utf8') })),
    );
    expect(texts.filter(({ text }) => isUnexplained(text)).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['create table a (id int); alter table b add column c text', false],
    ['-- drop table a\ncreate table b ()', false],
    ['drop table a', true],
    ['alter table a rename to b', true],
    ['alter table a alter column b type bigint', true],
    ['alter table a alter b set not null', true],
    ['-- contract: nothing reads a since version 0.3\ndrop table a', false],
    ['-- expand: the new table has the name and the columns of a\nalter table a rename to b', false],
    ['-- expand: so\ndrop table a', true],
  ])('%j needs a word: %s', (text, needsWord) => expect(isUnexplained(text)).toBe(needsWord));

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
