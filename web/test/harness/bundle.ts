import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a screen loads before it can be drawn, in bytes as they are sent (Brotli). */
export type ScreenSize = {
  path: string;
  /** With an empty cache. */
  javascript: number;
  css: number;
  /** After the journal was opened. */
  furtherJavascript: number;
  furtherCss: number;
};

export const MAX_FIRST_JAVASCRIPT_BYTES = 180_000;
export const MAX_FURTHER_JAVASCRIPT_BYTES = 60_000;
/** To the API, before the content of a screen is there. */
export const MAX_REQUESTS = 3;

/** What the build writes and the server serves. */
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

const JOURNAL = '/journal';
/** Where people begin. The others are opened from these. */
const FIRST_SCREENS: readonly string[] = ['/', '/welcome', '/invitation', '/sign-up', '/sign-in', '/today', JOURNAL];

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

const CATALOG = /^(\.\.\/)?virtual:messages\/en$/;
const ROUTE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** Reads the size of each screen from a build. Code that a screen loads after its first paint does not count. */
export async function screenSizes(webFolder: string): Promise<ScreenSize[]> {
  const manifest = JSON.parse(await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const chunks = new Map(Object.entries(manifest));
  const first = await filesOfPage(webFolder);
  const catalog = [...chunks].find(([key]) => CATALOG.test(key));
  if (catalog === undefined) throw new Error('The build has no English texts.');
  first.add(catalog[1].file);

  const routes = new Map([...chunks.keys()].flatMap((key) => routeOf(key)));
  const isLayout = (name: string) => [...routes.keys()].some((other) => other.startsWith(`${name}.`));
  const screens = [...routes.keys()].filter((name) => !isLayout(name));
  const filesOf = (name: string) =>
    new Set([...first, ...chain(name).flatMap((part) => filesWith(chunks, routes.get(part)))]);
  const journal = filesOf(screens.find((name) => pathOf(name) === JOURNAL) ?? '');

  return Promise.all(
    screens.map(async (name) => {
      const files = [...filesOf(name)];
      const further = files.filter((file) => !journal.has(file));
      const [javascript, css, furtherJavascript, furtherCss] = await Promise.all([
        bytesOf(webFolder, files, '.js'),
        bytesOf(webFolder, files, '.css'),
        bytesOf(webFolder, further, '.js'),
        bytesOf(webFolder, further, '.css'),
      ]);
      return { path: pathOf(name), javascript, css, furtherJavascript, furtherCss };
    }),
  );
}

/** Names the screens that are over a limit. */
export function oversizedScreens(sizes: readonly ScreenSize[]): string[] {
  return sizes.flatMap(({ path, javascript, furtherJavascript }) => [
    ...(FIRST_SCREENS.includes(path)
      ? excess(`${path} with an empty cache`, javascript, MAX_FIRST_JAVASCRIPT_BYTES)
      : []),
    ...excess(`${path} after the journal`, furtherJavascript, MAX_FURTHER_JAVASCRIPT_BYTES),
  ]);
}

const excess = (what: string, bytes: number, limit: number): string[] =>
  bytes > limit ? [`${what} loads ${bytes} bytes of JavaScript, the limit is ${limit}`] : [];

/** The files that `index.html` names. */
async function filesOfPage(webFolder: string): Promise<Set<string>> {
  const page = await readFile(join(webFolder, 'index.html'), 'utf8');
  return new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file));
}

function routeOf(key: string): [name: string, key: string][] {
  const name = ROUTE.exec(key)?.[1];
  return name === undefined ? [] : [[name, key]];
}

/** `_user`, `_user.me` and `_user.me.security` for the last of them. */
const chain = (name: string): string[] => name.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'));

function pathOf(name: string): string {
  const parts = name.split('.').filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`;
}

/** The files of a chunk and of all that it imports. */
function filesWith(chunks: ReadonlyMap<string, Chunk>, key: string | undefined, seen = new Set<string>()): string[] {
  const chunk = key === undefined ? undefined : chunks.get(key);
  if (key === undefined || chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  const imported = (chunk.imports ?? []).flatMap((other) => filesWith(chunks, other, seen));
  return [chunk.file, ...(chunk.css ?? []), ...imported];
}

async function bytesOf(webFolder: string, files: readonly string[], extension: string): Promise<number> {
  const sizes = await Promise.all(
    files.filter((file) => file.endsWith(extension)).map((file) => sentBytes(join(webFolder, file))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Small files are not compressed. */
async function sentBytes(file: string): Promise<number> {
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}
