import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '#app/app.ts';
import { readConfig } from '#app/config.ts';
import { createDeps } from '#app/deps.ts';
import { SECTIONS } from '#app/settings/settings.ts';
import { TABLES } from '#app/tables.ts';
import { systemClock } from '#platform/clock.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { describeCollections } from '#platform/db/table/tables.ts';
import type { RegisteredRoute } from '#platform/http/server.ts';
import { createLogger } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import packageJson from '../package.json' with { type: 'json' };
import { describeGlyphLicence, describeGlyphs } from './glyphs.ts';
import { describePersonalData } from './personal-data.ts';
import { describeSettings, makeEnvironmentExample } from './settings.ts';
import { describeTables } from './table-types.ts';

const ROOT = join(import.meta.dirname, '..');

/** A committed file that is generated. `path` is relative to the root of the repository. */
export type GeneratedFile = { path: string; content: string };

/** The content of all generated files, from the code and a migrated database. Equal on every machine. */
export async function deriveFiles(connectionString: string): Promise<GeneratedFile[]> {
  const tables = await describeTables(connectionString);
  const { openapi, routes } = await withApp(connectionString, ({ server, routes }) => ({
    openapi: `${printByLine(server.swagger(), 3)}\n`,
    routes: listRoutes(routes),
  }));
  return [
    { path: 'src/platform/db/tables.generated.ts', content: tables },
    { path: 'openapi.json', content: openapi },
    { path: 'routes.txt', content: routes },
    { path: 'docs/personal-data.md', content: describePersonalData(TABLES) },
    { path: 'docs/settings.md', content: describeSettings(SECTIONS) },
    { path: '.env.example', content: makeEnvironmentExample(SECTIONS) },
    { path: 'docs/export/collections.schema.json', content: `${printByLine(describeCollections(TABLES), 3)}\n` },
    { path: 'src/platform/images/inter.generated.ts', content: await describeGlyphs() },
    { path: 'src/platform/images/inter.LICENSE.txt', content: await describeGlyphLicence() },
  ];
}

/** The paths of files that are missing or differ. */
export async function findStaleFiles(files: readonly GeneratedFile[]): Promise<string[]> {
  const isCurrent = await Promise.all(files.map(async (file) => (await readIfPresent(file.path)) === file.content));
  return files.filter((_, index) => !isCurrent[index]).map((file) => file.path);
}

/** Writes the files into the repository. */
export async function writeFiles(files: readonly GeneratedFile[]): Promise<void> {
  await Promise.all(files.map((file) => writeFile(join(ROOT, file.path), file.content)));
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(join(ROOT, path), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The application with default settings, so with the built-in identity provider. */
async function withApp<Result>(connectionString: string, read: (app: App) => Result): Promise<Result> {
  const config = readConfig({ ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), LOG_LEVEL: 'silent' });
  const { deps, close } = await createDeps({
    config,
    addresses: atOneAddress(connectionString),
    clock: systemClock,
    random: systemRandom,
    log: createLogger(config.logLevel),
    version: packageJson.version,
    isDraining: () => false,
  });
  try {
    const app = createApp(deps);
    await app.server.ready();
    const result = read(app);
    await app.server.close();
    return result;
  } finally {
    await close();
  }
}

/** JSON with one line for each value below `levels` objects, so that a change of one operation is a change of one line. */
function printByLine(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printByLine(item, levels - 1)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function listRoutes(routes: readonly RegisteredRoute[]): string {
  const width = (column: 'audience' | 'method') => Math.max(...routes.map((route) => route[column].length));
  return [...routes]
    .sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
    .map((route) => {
      const { tokenScopes } = route.config;
      const scopes = tokenScopes ? `personal token: ${tokenScopes.join(', ')}` : '';
      const columns = [route.audience.padEnd(width('audience')), route.method.padEnd(width('method')), route.path];
      return `${[...columns, scopes].join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** By code unit, independent of the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
