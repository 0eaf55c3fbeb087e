import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from './source-text.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['src', 'test', 'web/src', 'web/test', 'packages'];

/** What makes a result depend on how busy a machine is, in tests of a push and of regression. */
const RESTLESS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a pause', /\b(setTimeout|delay)\((?!\))[^;]*(?<![\w'"])\d[\d_]*\)|new Promise\([^;]*\bsetTimeout\(/],
  ['a pause that is imported', /import \{[^}]*\b(setTimeout|scheduler)\b[^}]*\} from '(node:)?timers\/promises'/],
  ['a duration that is compared', /expect\(\s*(performance|Date)\.now\(\) - \w+/],
  ['a measured duration', /\b(milliseconds|duration(Ms)?|elapsed(Ms)?|took(Ms)?)\)\.toBe(Less|Greater)Than/],
  ['the delays of the event loop', /\bmonitorEventLoopDelay\b/],
];

/** Files that may, with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  'src/features/event/stream/resume.race.test.ts': 'Its pauses shuffle writers and readers. No result depends on them.',
  'test/architecture/calm.test.ts': 'It says what is looked for.',
};

/** Tests of a push, and those that go wide: the longer ones measure what operators are promised. */
const isCalm = (path: string) =>
  /\.test\.ts$/.test(path) && !/\.(soak|browser|rounds)\.test\.ts$|^test\/(soak|drills)\/|\/node_modules\//.test(path);

async function readTests(): Promise<SourceFile[]> {
  const names = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const paths = names.flat().filter(isCalm);
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
}

/** Where a test is restless, as `path:line: what`. */
function findRestless(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = RESTLESS.find(([, pattern]) => pattern.test(line));
      return found === undefined ? [] : [`${path}:${index + 1}: ${found[0]}`];
    }),
  );
}

describe('Tests of a push and of regression', () => {
  test('neither pause nor measure how long something takes', async () => {
    const files = await readTests();
    expect(files.length).toBeGreaterThan(500);
    expect(findRestless(files.filter(({ path }) => !(path in EXCUSED)))).toEqual([]);
  });

  test('that are excused would be found', async () => {
    const files = await readTests();
    for (const path of Object.keys(EXCUSED)) {
      expect(findRestless(files.filter((file) => file.path === path)), path).not.toEqual([]);
    }
  });

  test.each([
    'await setTimeout(50);',
    'await delay(1_000);',
    'await new Promise((resolve) => setTimeout(resolve, 80));',
    "import { setTimeout as delay } from 'node:timers/promises';",
    'expect(performance.now() - startedAt).toBeLessThan(8_000);',
    'expect(Date.now() - start).toBeGreaterThan(LIMIT);',
    'expect(milliseconds).toBeLessThan(50);',
    "import { monitorEventLoopDelay } from 'node:perf_hooks';",
  ])('%s would be found', (text) => {
    expect(findRestless([{ path: 'src/a.test.ts', text }])).toHaveLength(1);
  });

  test.each([
    "import { setImmediate as nextTurn } from 'node:timers/promises';",
    'const waits = { sleep: async () => undefined };',
    'new Date(Date.now() - 11 * 60_000)',
    'const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);',
  ])('%s is calm', (text) => {
    expect(findRestless([{ path: 'src/a.test.ts', text }])).toEqual([]);
  });
});
