import { table } from '../table.ts';
import type { OverloadResults } from './overload.ts';

export function overloadTable({ capacity, measurements }: OverloadResults): string[] {
  const rows = measurements.map(
    ({ factor, rate, goodput, share, p50, p99, refused, failed, healthMs, recoverySeconds }) => [
      `${factor}`,
      rate.toFixed(0),
      goodput.toFixed(0),
      `${(100 * share).toFixed(0)} %`,
      p50.toFixed(0),
      p99.toFixed(0),
      String(refused),
      String(failed),
      healthMs.toFixed(0),
      recoverySeconds === null ? '' : String(recoverySeconds),
    ],
  );
  const head = [
    'times',
    'sent/s',
    'served/s',
    'of best',
    'p50 ms',
    'p99 ms',
    'refused',
    'failed',
    'health ms',
    'calm after s',
  ];
  return [
    '',
    `Overload of a node that serves ${capacity.toFixed(0)} a second; served: within a second`,
    ...table(head, rows),
  ];
}

const MIN_SHARE = 0.8;
const MAX_P99_MS = 1_000;
const MAX_HEALTH_MS = 200;
const MAX_RECOVERY_SECONDS = 5;

export function overloadShortcomings({ measurements }: OverloadResults): string[] {
  return measurements
    .filter(({ recoverySeconds }) => recoverySeconds !== null)
    .flatMap(({ factor, goodput, share, p99, healthMs, recoverySeconds }) => [
      ...(share < MIN_SHARE ? [`At ${factor} times the capacity ${goodput.toFixed(0)}/s are served.`] : []),
      ...(p99 > MAX_P99_MS ? [`At ${factor} times the capacity p99 is ${p99.toFixed(0)} ms.`] : []),
      ...(healthMs > MAX_HEALTH_MS ? [`At ${factor} times the capacity /health takes ${healthMs.toFixed(0)} ms.`] : []),
      ...((recoverySeconds ?? 0) > MAX_RECOVERY_SECONDS
        ? [`After ${factor} times the capacity it takes ${recoverySeconds} s to be calm.`]
        : []),
    ]);
}
