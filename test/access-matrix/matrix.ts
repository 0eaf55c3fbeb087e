import type { Scenario } from './scenario.ts';

/** Who calls, from the outside in, each seen from the record that the request is about. */
export const CALLERS = ['nobody', 'bad token', 'stranger', 'other owner', 'member', 'owner', 'super admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** What a request needs besides its route: values of the path's parameters, a query, a body. */
export type Asked = {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether a success goes on for as long as somebody listens. */
  isEndless?: boolean;
};

export type Row = {
  /** The status that each caller gets. */
  expected: Readonly<Record<Caller, number>>;
  /** A request that is in order, about records that were made for it. */
  ask: (scenario: Scenario) => Promise<Asked> | Asked;
};

/** The rows of an area of the interface, by method and path. */
export type Rows = Readonly<Record<string, Row>>;

/**
 * One row of the matrix. The statuses are written in the order of `CALLERS`, so that rows below each other make a table:
 * nobody, bad token | stranger, other owner, member, owner | super admin.
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

/** The address of a request to the route with this path. */
export function urlOf(path: string, { path: values, query }: Asked): string {
  const filled = path.replaceAll(/:(\w+)|\*/g, (parameter, name) => values?.[name ?? '*'] ?? parameter);
  return query === undefined ? filled : `${filled}?${query}`;
}
