import { describe, expect, test } from 'vitest';
import { dereference } from '../fuzz/dereference.ts';
import { startTestApp } from '../start-test-app.ts';
import { readSource } from './source-text.ts';

const { server, routes } = await startTestApp({ builtInIdentity: true });

type Operation = { responses?: Record<string, { content?: Record<string, { schema?: object }> }> };
const { paths: described } = dereference(server.swagger()) as { paths: Record<string, Record<string, Operation>> };

describe('Every route', () => {
  test('has an audience', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ audience }) => !AUDIENCES.includes(audience))).toEqual([]);
  });

  test('declares the shape of its success', () => {
    // A route with a wildcard forwards requests to a library, which has its own schemas.
    const own = routes.filter(({ path }) => !path.includes('*'));
    expect(own.filter((route) => !declaresSuccess(operationOf(route))).map(nameOf)).toEqual([]);
  });

  test('has tests of its own, under a title that names it', async () => {
    const tests = (await readSource('src')).filter(({ path }) => path.endsWith('.test.ts'));
    const titles = tests.flatMap(({ text }) => [...text.matchAll(TITLE)].map((match) => match[2]));
    const isNamed = (name: string) => titles.some((title) => title === name || title?.startsWith(`${name} `));
    expect(routes.map(nameOf).filter((name) => !isNamed(name))).toEqual([]);
  });
});

const AUDIENCES = ['public', 'member', 'super-admin', 'machine', 'super-admin-or-machine'];
const TITLE = /\bdescribe(?:\.\w+)*\(\s*(['"`])((?:GET|POST|PUT|PATCH|DELETE) .*?)\1/g;

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function operationOf({ method, path }: { method: string; path: string }): Operation | undefined {
  return described[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
}

function declaresSuccess(operation: Operation | undefined): boolean {
  const shapes = Object.entries(operation?.responses ?? {})
    // A browser that is sent on is served.
    .filter(([status]) => /^[23]/.test(status))
    .flatMap(([, response]) => Object.values(response.content ?? {}));
  return shapes.length > 0 && shapes.every(({ schema }) => schema !== undefined && Object.keys(schema).length > 0);
}
