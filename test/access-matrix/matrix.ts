import type { Scenario } from './scenario.ts';

/** The callers of the matrix, by their relation to the record of the request, from the most distant to the closest. */
export const CALLERS = ['anonymous', 'bad token', 'stranger', 'other owner', 'member', 'owner', 'super admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** The parts of a request besides its route. `path` has the values of the path parameters. */
export type Asked = {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the response is a stream without an end. */
  isEndless?: boolean;
};

export type Row = {
  /** The response status for each caller. */
  expected: Readonly<Record<Caller, number>>;
  /** Creates the records of a valid request, and returns the request. */
  ask: (scenario: Scenario) => Promise<Asked> | Asked;
};

/** The rows of a part of the API, by method and path. */
export type Rows = Readonly<Record<string, Row>>;

/**
 * Creates a row of the matrix. `statuses` has one status per caller in the order of `CALLERS`, so that rows below each other form a
 * table: anonymous, bad token | stranger, other owner, member, owner | super admin.
 */
export function row(statuses: string, ask: Row['ask'] = () => ({})): Row {
  const numbers = statuses
    .split(/[\s|]+/)
    .filter((text) => text !== '')
    .map(Number);
  if (numbers.length !== CALLERS.length || numbers.some(Number.isNaN)) throw new Error(`Not a row: ${statuses}`);
  const expected = Object.fromEntries(CALLERS.map((caller, position) => [caller, numbers[position]]));
  return { expected: expected as Row['expected'], ask };
}

/** Returns the path and query of a request to a route. */
export function urlOf(path: string, { path: values, query }: Asked): string {
  const filled = path.replaceAll(/:(\w+)|\*/g, (parameter, name) => values?.[name ?? '*'] ?? parameter);
  return query === undefined ? filled : `${filled}?${query}`;
}
