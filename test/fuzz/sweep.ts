import fc from 'fast-check';
import type { Person } from '../start-test-app.ts';
import { HOSTILE_ADDRESS_PARTS, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './record-kinds.ts';
import type { Records } from './records.ts';
import type { Report } from './report.ts';
import { breakablesOf, broken, fittingContent, type GeneratedRequest, requestOf, validRequestsTo } from './requests.ts';

/**
 * Generates a few valid requests to each route that creates a record, so that there are records to read, change and delete. Routes that
 * need no other record come first.
 */
export function* firstRequests(
  operations: readonly Operation[],
  caller: Person,
  records: Records,
  seed: number,
): Generator<GeneratedRequest[]> {
  const depth = ({ path }: Operation) => parametersOf(path).length;
  const posts = operations
    .filter(({ method }) => method === 'POST')
    .toSorted((one, other) => depth(one) - depth(other));
  for (const operation of posts) yield fc.sample(validRequestsTo(operation, caller, records), { seed, numRuns: 10 });
}

/** Generates valid requests to each route without a success so far, until one succeeds. Each follows requests that create its records. */
export function* lastRequests(
  operations: readonly Operation[],
  callers: readonly Person[],
  records: Records,
  seed: number,
  report: Report,
): Generator<GeneratedRequest[]> {
  const isServed = ({ method, path }: Operation) => !report.routesWithoutSuccess().includes(`${method} ${path}`);
  const makersOf = (operation: Operation) =>
    operations.filter(({ method, path }) => method === 'POST' && operation.path.startsWith(`${path}/`));
  for (const operation of operations) {
    for (let attempt = 0; attempt < 5 && !isServed(operation); attempt += 1) {
      for (const caller of callers) {
        for (const asked of [...makersOf(operation), operation]) {
          yield fc.sample(validRequestsTo(asked, caller, records), { seed: seed + attempt, numRuns: 10 });
        }
      }
    }
  }
}

/**
 * Generates requests with one hostile value in an otherwise valid request, for each place of a route. Each place is tried with one of
 * `every` values, the next place with others. So 1 tries all.
 */
export function* sweepOf(
  operation: Operation,
  caller: Person,
  records: Records,
  seed: number,
  every: number,
): Generator<GeneratedRequest[]> {
  const content = fittingContent(operation, caller, records);
  for (const [place, breakable] of breakablesOf(operation).entries()) {
    const all = breakable.part === 'body' ? [...HOSTILE_TEXTS, ...HOSTILE_JSON, undefined] : HOSTILE_ADDRESS_PARTS;
    // The path shifts the start, since many routes have the same first place.
    const values = all.filter((_, index) => (index + place + operation.path.length + seed) % every === 0);
    const contents = fc.sample(content, { seed, numRuns: values.length });
    yield contents.map((fitting, index) =>
      requestOf(operation, caller, 'near-valid', broken(fitting, breakable, values[index])),
    );
  }
}
