import { medianOf, type Table, table } from '../table.ts';
import type { Costs } from './costs.ts';
import type { Slice } from './load.ts';
import { OPERATIONS } from './operations.ts';

/** What both systems did with one operation at one concurrency, over all rounds. */
export type Comparison = {
  operation: string;
  concurrency: number;
  plain: Figures | null;
  meadow: Figures;
  /** Requests per second of Meadow over those of the plain server, in the same round. */
  ratio: { median: number; least: number; most: number } | null;
};

/** Medians over the rounds; times are in milliseconds. */
export type Figures = { requestsPerSecond: number; p50: number; p99: number; kilobytesPerReply: number } & Costs;

/** A share of the processors from which on others count as a disturbance. */
const DISTURBING = 0.15;

export function compare(slices: readonly Slice[]): Comparison[] {
  const concurrencies = [...new Set(slices.map(({ concurrency }) => concurrency))];
  return OPERATIONS.flatMap(({ name, isPlain }) =>
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
        plain: isPlain ? figuresOf(plain) : null,
        meadow: figuresOf(meadow),
        ratio: isPlain ? { median: medianOf(ratios), least: Math.min(...ratios), most: Math.max(...ratios) } : null,
      };
    }),
  );
}

/** Requests per second and milliseconds of both systems, medians over the rounds. */
export function loadRows(slices: readonly Slice[]): Table {
  const figures = (system: Figures | null) =>
    system === null
      ? ''
      : `${system.requestsPerSecond.toFixed(0)} / ${system.p50.toFixed(1)} / ${system.p99.toFixed(1)}`;
  const rows = compare(slices).map(({ operation, concurrency, plain, meadow, ratio }) => [
    operation,
    String(concurrency),
    figures(plain),
    figures(meadow),
    ratio === null ? '' : `${ratio.median.toFixed(2)} [${ratio.least.toFixed(2)}..${ratio.most.toFixed(2)}]`,
  ]);
  return { head: ['operation', 'c', 'plain req/s / p50 / p99', 'Meadow req/s / p50 / p99', 'ratio'], rows };
}

export function loadTable(slices: readonly Slice[]): string[] {
  const { head, rows } = loadRows(slices);
  const errors = slices.reduce((sum, slice) => sum + slice.errors, 0);
  const disturbed = slices.filter(({ disturbance }) => disturbance > DISTURBING).length;
  return [
    '',
    'Requests per second and milliseconds, medians over the rounds; the ratio is Meadow to the plain server in one round',
    ...table(head, rows),
    `${errors} errors in ${slices.length} measurements; before ${disturbed} of them others kept the machine busy`,
  ];
}

/** Times depend on the machine, so that only a wrong response counts as missed. */
export function loadShortcomings(slices: readonly Slice[]): string[] {
  return slices
    .filter(({ errors }) => errors > 0)
    .map(
      ({ system, operation, concurrency, errors, firstError }) =>
        `${errors} errors of ${system}, ${operation}, at ${concurrency} connections; the first: ${firstError}.`,
    );
}

function figuresOf(slices: readonly Slice[]): Figures {
  const medianFigure = (figure: 'requestsPerSecond' | 'p50' | 'p99' | 'kilobytesPerReply') =>
    medianOf(slices.map((slice) => slice[figure]));
  const medianCost = (cost: keyof Costs) => {
    const costs = slices.flatMap((slice) => slice[cost] ?? []);
    return costs.length === 0 ? null : medianOf(costs);
  };
  return {
    requestsPerSecond: medianFigure('requestsPerSecond'),
    p50: medianFigure('p50'),
    p99: medianFigure('p99'),
    kilobytesPerReply: medianFigure('kilobytesPerReply'),
    nodeMicroseconds: medianCost('nodeMicroseconds'),
    databaseMicroseconds: medianCost('databaseMicroseconds'),
    statements: medianCost('statements'),
    buffers: medianCost('buffers'),
  };
}
