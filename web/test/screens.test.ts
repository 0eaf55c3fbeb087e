import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCREENS } from './screens.ts';

const ROUTES = join(import.meta.dirname, '..', 'src', 'routes');

test('each route is in the list of screens', () => {
  const paths = SCREENS.map(({ path }) => path.split(/[?#]/)[0]);
  const routes = readdirSync(ROUTES).filter((file) => file.endsWith('.tsx') && !file.startsWith('__'));
  expect(routes.length).toBeGreaterThan(40);
  const missing = routes.filter((file) => {
    const path = pathOf(/createFileRoute\('([^']+)'\)/.exec(readFileSync(join(ROUTES, file), 'utf8'))?.[1] ?? '');
    return !paths.some((one) => one === path || one?.replace(/\{\w+\}/g, '{}') === path);
  });
  expect(missing).toEqual([]);
});

test('each screen has a name of its own', () => {
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});

/** The address of a route, with {} for each parameter: parts that begin with _ only group, and one at the end only separates. */
function pathOf(route: string): string {
  const parts = route.split('/').filter((part) => part !== '' && !part.startsWith('_'));
  return `/${parts.map((part) => (part.startsWith('$') ? '{}' : part.replace(/_$/, ''))).join('/')}`;
}
