import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:messages/';

type Catalog = { [key: string]: string | Catalog };
type Compiled = { [key: string]: unknown };

/**
 * Provides the texts of a language as `virtual:messages/<language>`: the files `<noun>/messages/<language>.json`, each under the
 * name of its folder, with the ICU syntax compiled.
 */
export function messages(source: string): Plugin {
  const filesOf = (language: string) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(join('messages', `${language}.json`)))
      .sort()
      .map((file) => join(source, file));
  return {
    name: 'meadow-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const files = filesOf(id.slice(PREFIX.length + 1));
      for (const file of files) this.addWatchFile(file);
      const catalogs = files.map((file) => [basename(dirname(dirname(file))), readCatalog(file)] as const);
      return `export default ${JSON.stringify(Object.fromEntries(catalogs))}`;
    },
  };
}

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
