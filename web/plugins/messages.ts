import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:messages/';

/** Features that are not where users begin. Their texts come with their screens, not with the first load. */
const ON_DEMAND: readonly string[] = [
  'account',
  'assistant',
  'battle',
  'chat',
  'goal',
  'mcp',
  'mosaic',
  'music',
  'notification',
  'operations',
  'personal-token',
  'webhook',
];

type Catalog = { [key: string]: string | Catalog };
type Compiled = { [key: string]: unknown };

/**
 * Provides the texts of a language as `virtual:messages/<language>`: the files `<noun>/messages/<language>.json`, each under the
 * name of its folder, with the ICU syntax compiled. Those of a feature on demand are in `virtual:messages/<language>-<noun>`.
 */
export function messages(source: string): Plugin {
  const filesOf = (language: string, noun: string | undefined) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(join('messages', `${language}.json`)))
      .filter((file) => (noun === undefined ? !ON_DEMAND.includes(nounOf(file)) : nounOf(file) === noun))
      .sort()
      .map((file) => join(source, file));
  return {
    name: 'meadow-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [, language = '', noun] = /^([^-]+)(?:-(.+))?$/.exec(id.slice(PREFIX.length + 1)) ?? [];
      const files = filesOf(language, noun);
      for (const file of files) this.addWatchFile(file);
      const catalogs = files.map((file) => [nounOf(file), readCatalog(file)] as const);
      return `export default ${JSON.stringify(Object.fromEntries(catalogs))}`;
    },
  };
}

const nounOf = (file: string) => basename(dirname(dirname(file)));

function readCatalog(file: string): Compiled {
  return compileCatalog(JSON.parse(readFileSync(file, 'utf8')) as Catalog);
}

function compileCatalog(catalog: Catalog): Compiled {
  return Object.fromEntries(
    Object.entries(catalog).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileCatalog(text),
    ]),
  );
}
