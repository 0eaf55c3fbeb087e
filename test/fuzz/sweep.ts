import fc from 'fast-check';
import type { Person } from '../start-test-app.ts';
import { HOSTILE_ADDRESS_PARTS, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './record-kinds.ts';
import type { Records } from './records.ts';
import type { Report } from './report.ts';
import { breakablesOf, broken, fittingContent, type GeneratedRequest, requestOf, validRequestsTo } from './requests.ts';

/**
 * A few honest requests to each route that makes something, so that there is something to read, change and delete: first
 * those that need no other record.
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

/** Honest requests to each route that chance has not served, until one succeeds, each time after some that make what it is about. */
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
 * Hostile values in every place of a route, one at a time, with everything around it as an honest caller sends it. One in
 * `every` of them is tried in a place, others in the next one, so that 1 tries all.
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
    // The name shifts the beginning, since many routes have their first place in common.
    const values = all.filter((_, index) => (index + place + operation.path.length + seed) % every === 0);
    const contents = fc.sample(content, { seed, numRuns: values.length });
    yield contents.map((fitting, index) =>
      requestOf(operation, caller, 'near-valid', broken(fitting, breakable, values[index])),
    );
  }
}
