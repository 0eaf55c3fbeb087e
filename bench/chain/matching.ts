import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForQuiet } from '../quiet-machine.ts';
import { medianOf, table } from '../table.ts';
import type { ChainMeasurement } from './matcher.ts';

const MATCHER = join(import.meta.dirname, 'matcher.ts');
const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];
const MEGABYTES_GOAL = 800;

/** The numbers of users and cities. In the last case all users are in one city, where hundreds choose at once. */
const SIZES = [
  { people: 10_000, cities: 2_000 },
  { people: 100_000, cities: 2_000 },
  { people: 1_000_000, cities: 2_000 },
  { people: 20_000, cities: 1 },
] as const;

/** Matches windows into chains, with the rules of the service and in the plainest way, in turns. */
export async function measureChains(rounds: number, say: (sentence: string) => void): Promise<ChainMeasurement[]> {
  const measurements: ChainMeasurement[] = [];
  for (const { people, cities } of SIZES) {
    say(`Matching ${people} people in ${cities} cities, ${rounds} rounds.`);
    await waitForQuiet();
    const parameters = [...TYPESCRIPT, MATCHER, ...[people, cities, rounds].map(String)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: {} });
    measurements.push(JSON.parse(stdout));
  }
  return measurements;
}

export function chainsTable(measurements: readonly ChainMeasurement[]): string[] {
  const rows = measurements.map(({ people, cities, converted, plain, meadow, longest, megabytes }, index) => {
    const previous = measurements[index - 1];
    const growth =
      previous === undefined || previous.cities !== cities
        ? ''
        : `${(medianOf(meadow) / medianOf(previous.meadow)).toFixed(1)} for ${people / previous.people}`;
    const ratios = meadow.map((time, round) => time / (plain[round] ?? Number.NaN));
    return [
      String(people),
      String(cities),
      medianOf(converted).toFixed(0),
      medianOf(plain).toFixed(0),
      medianOf(meadow).toFixed(0),
      `${medianOf(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`,
      growth,
      longest.toFixed(0),
      String(megabytes),
    ];
  });
  const head = ['people', 'cities', 'to instants', 'plain', 'Meadow', 'ratio', 'growth', 'longest city', 'MB'];
  return [
    '',
    'Chains: milliseconds of processor time, medians over the rounds; the ratio is Meadow to plain matching in one round',
    ...table(head, rows),
  ];
}

export function chainsShortcomings(measurements: readonly ChainMeasurement[]): string[] {
  return measurements.flatMap(({ people, cities, differences, megabytes }) => {
    const what = `Matching ${people} people in ${cities} cities`;
    return [
      ...(differences > 0 ? [`${what} gives ${differences} of them a neighbour who is not the closest in time.`] : []),
      ...(megabytes > MEGABYTES_GOAL ? [`${what} takes ${megabytes} MB, the goal being ${MEGABYTES_GOAL}.`] : []),
    ];
  });
}
