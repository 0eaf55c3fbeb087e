import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FEATURE_ORDER } from '../../scripts/import-rules.ts';

/** A file of one home whose SQL names a table of another. */
export type TableUse = { file: string; table: string; home: string; user: string };

const ROOT = join(import.meta.dirname, '..', '..');
const SQL_FILES = /^(?!.*(?:\.test|\/test-[^/]*|\.generated)\.ts$).*\.ts$/;
const KYSELY = 'selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full)Join|sql\\.table';

/** The home of a file: its feature, or the platform. */
export function homeOf(file: string): string {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? 'platform';
}

/** Lists the tables that the SQL of a source names. Comments are not read. */
export function listTables(source: string, tables: ReadonlySet<string>): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [
    ...code.matchAll(/\b(?:from|join|into|update|using|only|lock table)\s+"?([a-z_]+)"?/gi),
    ...code.matchAll(new RegExp(`\\b(?:${KYSELY})\\(\\s*'([a-z_]+)`, 'g')),
    ...code.matchAll(/\bnull::([a-z_]+)/g),
  ].map(([, name]) => name ?? '');
  const isQuery = (name: string) => new RegExp(`\\b${name} as (?:not )?(?:materialized )?\\(`).test(code);
  return [...new Set(named)].filter((name) => tables.has(name) && !isQuery(name));
}

/** Lists the uses of tables of another home, in the sources of features and of the platform. */
export async function listTableUses(homes: ReadonlyMap<string, string>): Promise<TableUse[]> {
  const tables = new Set(homes.keys());
  const uses: TableUse[] = [];
  for (const folder of ['src/features', 'src/platform', 'src/access']) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    for (const name of files.filter((one) => SQL_FILES.test(one)).sort()) {
      const file = `${folder}/${name}`;
      const user = homeOf(file);
      for (const table of listTables(await readFile(join(ROOT, file), 'utf8'), tables)) {
        const home = homes.get(table) as string;
        if (home !== user) uses.push({ file, table, home, user });
      }
    }
  }
  return uses;
}

/** Whether a home may name tables of another: of the platform, and of lower features. */
export function mayUse(user: string, home: string): boolean {
  const order: readonly string[] = ['platform', ...FEATURE_ORDER];
  return order.indexOf(home) < order.indexOf(user);
}
