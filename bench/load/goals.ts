import { type Table, table } from '../table.ts';
import type { Slice } from './load.ts';
import { type Figure, type Goal, OPERATIONS } from './operations.ts';
import { type Comparison, compare } from './report.ts';

const DIGITS: Record<Figure, number> = { ratio: 2, 'p99 ratio': 2, 'per second': 0, 'processor ms': 2 };

/** The goals of all operations, and whether they were met. */
export function goalRows(slices: readonly Slice[]): Table {
  const comparisons = compare(slices);
  const rows = OPERATIONS.flatMap(({ name, goals }) =>
    goals.flatMap((goal) =>
      comparisons
        .filter(({ operation, concurrency }) => operation === name && goal.at.includes(concurrency))
        .map((comparison) => rowOf(goal, comparison)),
    ),
  );
  return { head: ['operation', 'connections', 'figure', 'goal', 'measured', ''], rows };
}

function rowOf(goal: Goal, comparison: Comparison): string[] {
  const { figure } = goal;
  const measured = figureOf(figure, comparison);
  const text = (number: number) => number.toFixed(DIGITS[figure]);
  const isMet = measured !== null && ('atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost);
  return [
    comparison.operation,
    String(comparison.concurrency),
    figure,
    'atLeast' in goal ? `at least ${text(goal.atLeast)}` : `at most ${text(goal.atMost)}`,
    measured === null ? '' : text(measured),
    isMet ? 'met' : 'missed',
  ];
}

function figureOf(figure: Figure, { plain, meadow, ratio }: Comparison): number | null {
  switch (figure) {
    case 'ratio':
      return ratio?.median ?? null;
    case 'p99 ratio':
      return plain && meadow.p99 / plain.p99;
    case 'per second':
      return meadow.requestsPerSecond;
    case 'processor ms':
      return meadow.nodeMicroseconds === null || meadow.databaseMicroseconds === null
        ? null
        : (meadow.nodeMicroseconds + meadow.databaseMicroseconds) / 1_000;
  }
}

/** With this many connections requests share what a node reads for all of a moment, as under load. */
const CONNECTIONS_OF_COSTS = 16;

/** What one request of each operation costs. Those of the plain server follow a slash. */
export function costRows(slices: readonly Slice[]): Table {
  const rows = compare(slices)
    .filter(({ concurrency }) => concurrency === CONNECTIONS_OF_COSTS)
    .map(({ operation, plain, meadow }) => {
      const cell = (figure: 'statements' | 'buffers' | 'nodeMicroseconds' | 'databaseMicroseconds', digits = 0) =>
        [meadow, plain].flatMap((system) => system?.[figure]?.toFixed(digits) ?? []).join(' / ');
      return [
        operation,
        cell('statements', 1),
        cell('buffers'),
        cell('nodeMicroseconds'),
        cell('databaseMicroseconds'),
        meadow.kilobytesPerReply.toFixed(1),
      ];
    });
  return { head: ['operation', 'statements', 'buffers', 'µs of Node', 'µs of PostgreSQL', 'KB'], rows };
}

export function goalsTable(slices: readonly Slice[]): string[] {
  const costs = costRows(slices);
  const goals = goalRows(slices);
  return [
    '',
    `Costs of a request of Meadow (/ the plain server), at ${CONNECTIONS_OF_COSTS} connections`,
    ...table(costs.head, costs.rows),
    '',
    'Goals',
    ...table(goals.head, goals.rows),
  ];
}
