import { type Table, table } from '../table.ts';
import type { CostResults, RequestCost } from './costs.ts';
import { mapCosts, type UnitCost } from './meter.ts';

/** Of a day, into its busiest second: three times as many requests as on average. */
export const PEAK = 3;
/** How busy processors may be at the peak. */
export const LOAD = 0.6;
const SECONDS_A_DAY = 86_400;
const COMMUNITIES = [10_000, 100_000, 1_000_000, 3_500_000, 10_000_000];

export type DayCost = UnitCost & { requests: number; responseBytes: number };

/** What an active user costs in a day: each request as often as they make it. */
export function dayOf(requests: readonly RequestCost[]): DayCost {
  const sum = (costOf: (request: RequestCost) => number) =>
    requests.reduce((total, request) => total + request.perDay * costOf(request), 0);
  return {
    ...mapCosts((name) => sum((request) => request[name])),
    requests: sum(() => 1),
    responseBytes: sum(({ responseBytes }) => responseBytes),
  };
}

export function requestRows({ requests }: CostResults): Table {
  const cells = (cost: UnitCost & { responseBytes: number }) => [
    cost.statements.toFixed(1).replace('.0', ''),
    round(cost.buffers),
    round(cost.walBytes),
    round(cost.nodeMicroseconds),
    round(cost.databaseMicroseconds),
    round(cost.responseBytes),
  ];
  const day = dayOf(requests);
  return {
    head: ['request', 'a day', 'statements', 'buffers', 'WAL bytes', 'µs of Node', 'µs of PostgreSQL', 'bytes'],
    rows: [
      ...requests.map((request) => [request.name, String(request.perDay), ...cells(request)]),
      ['**a user, a day**', day.requests.toFixed(0), ...cells(day)],
    ],
  };
}

export function jobRows({ people, jobs }: CostResults): Table {
  const head = [
    'job',
    'schedule',
    'statements',
    'buffers a user',
    'WAL bytes a user',
    'µs of Node a user',
    'µs of PostgreSQL a user',
    'seconds',
  ];
  const perUser = (number: number) => (number / people).toFixed(1);
  return {
    head,
    rows: jobs.map((job) => [
      job.name,
      `\`${job.cron}\``,
      round(job.statements),
      perUser(job.buffers),
      perUser(job.walBytes),
      perUser(job.nodeMicroseconds),
      perUser(job.databaseMicroseconds),
      job.seconds.toFixed(1),
    ]),
  };
}

export function rowRows({ rows }: CostResults): Table {
  const yearly = rows.map(({ bytes, perDay, keptDays }) => bytes * perDay * Math.min(keptDays ?? 365, 365));
  const cellsOf = (bytes: number) => [(bytes / 1e3).toFixed(1), (bytes / 1e6).toFixed(2)];
  return {
    head: [
      'table',
      'bytes a row',
      'rows a user, a day',
      'kept for',
      'KB a user, after a year',
      'TB of a million people',
    ],
    rows: [
      ...rows.map(({ table, bytes, perDay, keptDays }, index) => {
        const kept = keptDays === null ? 'ever' : `${keptDays} days`;
        return [`\`${table}\``, round(bytes), String(perDay), kept, ...cellsOf(yearly[index] ?? 0)];
      }),
      ['**all**', '', '', '', ...cellsOf(yearly.reduce((sum, bytes) => sum + bytes, 0))],
    ],
  };
}

/** What a number of active people a day needs. Requests and the WAL are those of the peak; disks are those after a year. */
export function growthRows({ requests, rows }: CostResults): Table {
  const day = dayOf(requests);
  const bytes = rows.reduce((sum, row) => sum + row.bytes * row.perDay * Math.min(row.keptDays ?? 365, 365), 0);
  return {
    head: [
      'people a day',
      'requests/s',
      'cores for Node',
      'cores for PostgreSQL',
      'statements/s',
      'WAL MB/s',
      'WAL GB a day',
      'tables after a year',
    ],
    rows: COMMUNITIES.map((people) => {
      const atPeak = (people * PEAK) / SECONDS_A_DAY;
      const cores = (microseconds: number) => ((atPeak * microseconds) / 1e6 / LOAD).toFixed(1);
      return [
        people.toLocaleString('en'),
        round(atPeak * day.requests),
        cores(day.nodeMicroseconds),
        cores(day.databaseMicroseconds),
        round(atPeak * day.statements),
        ((atPeak * day.walBytes) / 1e6).toFixed(1),
        ((people * day.walBytes) / 1e9).toFixed(1),
        people * bytes >= 1e12 ? `${((people * bytes) / 1e12).toFixed(1)} TB` : `${round((people * bytes) / 1e9)} GB`,
      ];
    }),
  };
}

/** The share of queues, limits and idempotency in a day of requests. */
export function queueRows({ requests }: CostResults): Table {
  const day = dayOf(requests);
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;
  return {
    head: ['of a day of requests', 'all', 'queues, limits, idempotency', 'share'],
    rows: [
      ['statements', round(day.statements), round(day.queueStatements), share(day.queueStatements, day.statements)],
      ['WAL bytes', round(day.walBytes), round(day.queueWalBytes), share(day.queueWalBytes, day.walBytes)],
      [
        'µs of PostgreSQL',
        round(day.databaseMicroseconds),
        round(day.queueMicroseconds),
        share(day.queueMicroseconds, day.databaseMicroseconds),
      ],
    ],
  };
}

export function costsTable(results: CostResults): string[] {
  const parts = {
    requests: requestRows(results),
    jobs: jobRows(results),
    rows: rowRows(results),
    growth: growthRows(results),
    queues: queueRows(results),
  };
  return Object.entries(parts).flatMap(([name, { head, rows }]) => ['', `Unit costs: ${name}`, ...table(head, rows)]);
}

function round(number: number): string {
  return Math.round(number).toLocaleString('en');
}
