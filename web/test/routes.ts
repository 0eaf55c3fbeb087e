import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'src', 'routes');

/** The files of the routes, with the path of each. Parts that begin with `$` are parameters. */
export const ROUTES: readonly { file: string; path: string }[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('__') && !file.startsWith('-'))
  .map((file) => {
    const id = /createFileRoute\('([^']+)'\)/.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1] ?? '';
    return { file, path: pathOf(id) };
  });

/** The route of a path, without the one that any path matches. */
export function routeOf(path: string): string | undefined {
  const parts = partsOf(path.split(/[?#]/)[0] ?? '');
  return ROUTES.find(({ path: route }) => {
    const ofRoute = partsOf(route);
    return (
      route !== '/$' &&
      ofRoute.length === parts.length &&
      ofRoute.every((part, index) => part.startsWith('$') || part === parts[index])
    );
  })?.path;
}

/** Parts of an id that begin with `_` only group, and one at the end of a part only separates. */
function pathOf(id: string): string {
  return `/${partsOf(id)
    .filter((part) => !part.startsWith('_'))
    .map((part) => part.replace(/_$/, ''))
    .join('/')}`;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
