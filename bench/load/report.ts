import { medianOf, table } from '../table.ts';
import type { Slice } from './load.ts';
import { OPERATIONS } from './operations.ts';

/** What both systems did with one operation at one concurrency, over all rounds. */
export type Comparison = {
  operation: string;
  concurrency: number;
  plain: Figures;
  meadow: Figures;
  /** Requests per second of Meadow over those of the plain server, in the same round. */
  ratio: { median: number; least: number; most: number; goal: number };
};

/** Medians over the rounds; times are in milliseconds. */
export type Figures = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  kilobytesPerReply: number;
  /** Microseconds for a request; null where the machine does not say. */
  processorTime: Slice['processorTime'];
};

/** A share of the processors from which on others count as a disturbance. */
const DISTURBING = 0.15;

export function compare(slices: readonly Slice[]): Comparison[] {
  const concurrencies = [...new Set(slices.map(({ concurrency }) => concurrency))];
  return OPERATIONS.flatMap(({ name, goal }) =>
    concurrencies.map((concurrency) => {
      const ours = slices.filter((slice) => slice.operation === name && slice.concurrency === concurrency);
      const plain = ours.filter(({ system }) => system === 'plain');
      const meadow = ours.filter(({ system }) => system === 'meadow');
      const ratios = meadow.flatMap(({ round, requestsPerSecond }) =>
        plain.filter((slice) => slice.round === round).map((slice) => requestsPerSecond / slice.requestsPerSecond),
      );
      return {
        operation: name,
        concurrency,
        plain: figuresOf(plain),
        meadow: figuresOf(meadow),
        ratio: {
          median: medianOf(ratios),
          least: Math.min(...ratios),
          most: Math.max(...ratios),
          goal: concurrency === 1 ? goal.alone : goal.underLoad,
        },
      };
    }),
  );
}

export function loadTable(slices: readonly Slice[]): string[] {
  const figures = ({ requestsPerSecond, p50, p99 }: Figures) =>
    `${requestsPerSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)}`;
  const rows = compare(slices).map(({ operation, concurrency, plain, meadow, ratio }) => [
    operation,
    String(concurrency),
    figures(plain),
    figures(meadow),
    `${ratio.median.toFixed(2)} [${ratio.least.toFixed(2)}..${ratio.most.toFixed(2)}]`,
    ratio.goal.toFixed(2),
    `${plain.kilobytesPerReply.toFixed(1)} | ${meadow.kilobytesPerReply.toFixed(1)}`,
    `${microseconds(plain)}, ${microseconds(meadow)}`,
  ]);
  const errors = slices.reduce((sum, slice) => sum + slice.errors, 0);
  const disturbed = slices.filter(({ disturbance }) => disturbance > DISTURBING).length;
  const head = [
    'operation',
    'c',
    'plain req/s | p50 | p99',
    'Meadow req/s | p50 | p99',
    'ratio',
    'goal',
    'KB',
    'CPU µs, server + database',
  ];
  return [
    '',
    'Requests per second and milliseconds, medians over the rounds; the ratio is Meadow to the plain server in one round',
    ...table(head, rows),
    `${errors} errors in ${slices.length} measurements; before ${disturbed} of them others kept the machine busy`,
  ];
}

function microseconds({ processorTime }: Figures): string {
  return processorTime === null ? '?' : `${processorTime.system.toFixed(0)} + ${processorTime.database.toFixed(0)}`;
}

/** Times depend on the machine, so that only what was answered wrongly counts as missed. */
export function loadShortcomings(slices: readonly Slice[]): string[] {
  return slices
    .filter(({ errors }) => errors > 0)
    .map(
      ({ system, operation, concurrency, errors, firstError }) =>
        `${errors} errors of ${system}, ${operation}, at ${concurrency} connections; the first: ${firstError}.`,
    );
}

function figuresOf(slices: readonly Slice[]): Figures {
  const medianFigure = (figure: Exclude<keyof Figures, 'processorTime'>) =>
    medianOf(slices.map((slice) => slice[figure]));
  const times = slices.flatMap(({ processorTime }) => processorTime ?? []);
  return {
    requestsPerSecond: medianFigure('requestsPerSecond'),
    p50: medianFigure('p50'),
    p99: medianFigure('p99'),
    kilobytesPerReply: medianFigure('kilobytesPerReply'),
    processorTime:
      times.length === 0
        ? null
        : {
            system: medianOf(times.map(({ system }) => system)),
            database: medianOf(times.map(({ database }) => database)),
          },
  };
}
