import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { BrowserContext } from 'playwright-core';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const FILLER = 'wünscht längere Wörter und Donaudampfschifffahrt als im Englischen üblich';

type Catalog = { [key: string]: string | Catalog };
type Compiled = { [key: string]: unknown };

/** Serves the English texts with ones that are 40 % longer: what no language of ours needs, but a later one may. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const body = `const texts = ${JSON.stringify(pseudoCatalogs())}; export { texts as default };`;
  await context.route(/\/assets\/en-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

function pseudoCatalogs(): Compiled {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(join('messages', 'en.json')),
  );
  return Object.fromEntries(
    files.map((file) => {
      const catalog = JSON.parse(readFileSync(join(SOURCE, file), 'utf8')) as Catalog;
      return [basename(dirname(dirname(file))), lengthened(catalog)];
    }),
  );
}

function lengthened(catalog: Catalog): Compiled {
  return Object.fromEntries(
    Object.entries(catalog).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(longer(text)) : lengthened(text),
    ]),
  );
}

/** Appended at the end, so that arguments and plurals stay as they are. */
export function longer(text: string): string {
  const visible = text.replace(/[{}<>#]/g, '').length;
  return `${text} ${FILLER.slice(0, Math.max(2, Math.ceil(visible * 0.4) - 1))}`;
}
