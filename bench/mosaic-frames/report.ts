import { table } from '../table.ts';
import type { MosaicFramesResults } from './mosaic-frames.ts';

const MIN_FRAMES_PER_SECOND = 55;

export function mosaicFramesTable({ tiles, slowdown, motions, disturbance }: MosaicFramesResults): string[] {
  const rows = motions.map(({ motion, frames, framesPerSecond, medianMs, p95Ms, longestMs, workMs }) => [
    motion,
    String(frames),
    ...[framesPerSecond, medianMs, p95Ms, longestMs, workMs].map((value) => value.toFixed(1)),
  ]);
  return [
    '',
    `A mosaic of ${tiles} tiles on a ${slowdown} times slower processor. Before a round others used up to ${(disturbance * 100).toFixed(0)} % of the processors.`,
    ...table(['motion', 'frames', 'frames/s', 'median ms', 'p95 ms', 'longest ms', 'work ms'], rows),
  ];
}

export function mosaicFramesShortcomings({ motions }: MosaicFramesResults): string[] {
  return motions
    .filter(({ framesPerSecond }) => framesPerSecond < MIN_FRAMES_PER_SECOND)
    .map(
      ({ motion, framesPerSecond }) =>
        `mosaic, ${motion}: ${framesPerSecond.toFixed(1)} frames a second, limit ${MIN_FRAMES_PER_SECOND}`,
    );
}
