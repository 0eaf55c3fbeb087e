import { relative } from 'node:path';
import { DefaultQueryExecutor } from 'kysely';
import { findCrossings, type Tables } from './crossings.ts';

const ROOT = process.cwd();
/** Deep enough for the frames of the query builder. */
const STACK_DEPTH = 30;
/** What helps to build a statement. */
const HELPERS = /node_modules|^src\/platform\/db\/(?!record-changes)|^test\/owners\//;
const OF_TESTS = /^(?:test|bench|scripts|web)\/|(?:^|\/)test-[^/]*\.ts$|\.test\.ts$|^src\/demo\//;
const FRAME = /^\s*at (?:async )?(?:(.*?) \()?(?:file:\/\/)?(\/.*?):\d+:\d+\)?$/;

/** A function of the service and what a statement that it builds crosses: `src/goal/goal.store.ts updateGoal: update goal`. */
export type Crossing = string;

const crossingsByText = new Map<string, readonly string[]>();
const seen = new Set<Crossing>();
const watched = new WeakSet<object>();

/**
 * Watches each statement that the service builds in this process from now on. Returns a function that takes what crossed since the
 * last call. Statements of tests and of the demo do not count.
 */
export function watchStatements(tables: Tables): () => Crossing[] {
  const prototype = DefaultQueryExecutor.prototype;
  if (!watched.has(prototype)) {
    watched.add(prototype);
    const compile = prototype.compileQuery;
    prototype.compileQuery = function watchedCompileQuery(...parameters) {
      const query = compile.apply(this, parameters);
      recordCrossings(query.sql, tables);
      return query;
    };
  }
  return () => {
    const taken = [...seen];
    seen.clear();
    return taken;
  };
}

function recordCrossings(text: string, tables: Tables): void {
  // Lists of parameters are as long as there are values.
  const normal = text.replace(/\$\d+(?:, \$\d+)+/g, '$1');
  let crossings = crossingsByText.get(normal);
  if (crossings === undefined) {
    crossings = findCrossings(text, tables);
    crossingsByText.set(normal, crossings);
  }
  const source = crossings.length > 0 ? findSource() : null;
  if (source !== null) for (const crossing of crossings) seen.add(`${source}: ${crossing}`);
}

/** The file and the function that builds the current statement. Null if it is of a test. */
function findSource(): string | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const frames = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = limit;
  for (const frame of frames) {
    const [, name = '', path] = FRAME.exec(frame) ?? [];
    const file = path === undefined ? '' : relative(ROOT, path);
    if (file === '' || HELPERS.test(file)) continue;
    return OF_TESTS.test(file) ? null : `${file} ${name.split('.').at(-1)}`;
  }
  return null;
}
