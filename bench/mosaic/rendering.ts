import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForQuiet } from '../quiet-machine.ts';
import { medianOf, table } from '../table.ts';
import type { MosaicMeasurement } from './renderer.ts';

const DRAWER = join(import.meta.dirname, 'renderer.ts');
const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

/** How many people take part. Up to a thousand, their tiles show photos. */
const SIZES = [100, 1_000, 10_000, 100_000] as const;

/** A mosaic of so many people is drawn within this time, and others wait no longer than that for any; in milliseconds. */
const PEOPLE_OF_GOAL = 10_000;
const TIME_GOAL = 2_000;
const BLOCK_GOAL = 50;

/** Lays out, writes and draws mosaics as the service does, without its database. */
export async function measureMosaics(rounds: number, say: (sentence: string) => void): Promise<MosaicMeasurement[]> {
  const measurements: MosaicMeasurement[] = [];
  for (const people of SIZES) {
    say(`Drawing the mosaic of ${people} people, ${rounds} rounds.`);
    await waitForQuiet();
    const parameters = [...TYPESCRIPT, DRAWER, ...[people, rounds].map(String)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: {} });
    measurements.push(JSON.parse(stdout));
  }
  return measurements;
}

export function mosaicsTable(measurements: readonly MosaicMeasurement[]): string[] {
  const rows = measurements.map((measurement) => {
    const { people, photos, layout, json, drawing, longestBlock, blockOf99Percent } = measurement;
    const times = [layout, json, drawing].map((ofRounds) => medianOf(ofRounds).toFixed(0));
    const blocks = [longestBlock, blockOf99Percent].map((ofRounds) => medianOf(ofRounds).toFixed(1));
    return [people, photos, ...times, ...blocks, measurement.pngKilobytes, measurement.megabytes].map(String);
  });
  const head = ['people', 'photos', 'layout', 'JSON', 'drawing', 'longest block', 'block of 99 %', 'PNG KB', 'MB'];
  return ['', 'Mosaics: milliseconds, medians over the rounds', ...table(head, rows)];
}

export function mosaicsShortcomings(measurements: readonly MosaicMeasurement[]): string[] {
  return measurements.flatMap(({ people, layout, json, drawing, blockOf99Percent }) => {
    const time = medianOf(layout) + medianOf(json) + medianOf(drawing);
    const block = medianOf(blockOf99Percent);
    const what = `The mosaic of ${people} people`;
    return [
      ...(people === PEOPLE_OF_GOAL && time > TIME_GOAL
        ? [`${what} takes ${time.toFixed(0)} ms, the goal being ${TIME_GOAL}.`]
        : []),
      ...(block > BLOCK_GOAL
        ? [`${what} lets others wait for ${block.toFixed(0)} ms, the goal being ${BLOCK_GOAL}.`]
        : []),
    ];
  });
}
