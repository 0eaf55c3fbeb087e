import type { GeneratedRequest } from './requests.ts';

const CLASSES = ['2xx', '3xx', '4xx', '503', '5xx'] as const;
type Class = (typeof CLASSES)[number];

export type Report = {
  count(request: GeneratedRequest, status: number, milliseconds: number): void;
  /** Returns the routes without a successful response. A redirect of a browser is a success. */
  routesWithoutSuccess(): string[];
  /** Returns the response counts by route as a text table. */
  table(): string;
};

/** Creates counters of the responses of each route by class, and lists slow ones. */
export function createReport(routes: readonly string[]): Report {
  const counts = new Map(routes.map((route) => [route, new Map<Class, number>()]));
  const modes = new Map<string, number>();
  const totals = new Map<string, number>();
  const slow: string[] = [];
  let slowest = 0;
  const of = (route: string, which: Class) => counts.get(route)?.get(which) ?? 0;

  return {
    count: (request, status, milliseconds) => {
      // A request with another method does not count for the route.
      const route = `${request.operation.method} ${request.operation.path}`;
      const key = request.method === request.operation.method ? route : 'another method';
      const which = classOf(status);
      const row = counts.get(key) ?? new Map<Class, number>();
      counts.set(key, row.set(which, (row.get(which) ?? 0) + 1));
      modes.set(request.mode, (modes.get(request.mode) ?? 0) + 1);
      totals.set(key, (totals.get(key) ?? 0) + milliseconds);
      slowest = Math.max(slowest, milliseconds);
      if (milliseconds > 1_000) slow.push(`${Math.round(milliseconds)} ms ${key}`);
    },
    routesWithoutSuccess: () => routes.filter((route) => of(route, '2xx') + of(route, '3xx') === 0),
    table: () => {
      const width = Math.max(...[...counts.keys()].map((route) => route.length));
      const line = (name: string, cells: readonly (string | number)[]) =>
        `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(8)).join('')}`;
      const rows = [...counts.keys()].map((route) => {
        const cells = CLASSES.map((which) => of(route, which));
        const mean =
          (totals.get(route) ?? 0) /
          Math.max(
            1,
            cells.reduce((sum, cell) => sum + cell),
          );
        return line(route, [...cells, mean.toFixed(1)]);
      });
      const sums = CLASSES.map((which) => [...counts.keys()].reduce((sum, route) => sum + of(route, which), 0));
      return [
        line('route', [...CLASSES, 'mean ms']),
        ...rows,
        line('all', sums),
        [...modes].map(([mode, count]) => `${mode} ${count}`).join(', '),
        `slowest ${Math.round(slowest)} ms; slower than 1 s: ${slow.length === 0 ? 'none' : slow.join('; ')}`,
      ].join('\n');
    },
  };
}

function classOf(status: number): Class {
  if (status === 503) return '503';
  return CLASSES.find((name) => name[0] === String(status)[0]) ?? '5xx';
}
