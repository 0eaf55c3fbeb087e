import { medianOf, table } from '../table.ts';
import type { Memory } from './memory.ts';
import type { StartResults, StartRound } from './start.ts';

/** Of the first start, as a multiple of that of the database alone. */
const MAX_FIRST_RATIO = 3;
/** Of a later start, beyond that of the database alone. */
const MAX_LATER_DIFFERENCE_MS = 1_000;
const MAX_MEGABYTES = 250;

export function startTable({ rounds, installation }: StartResults): string[] {
  const ms = (pick: (round: StartRound) => number) => medianOf(rounds.map(pick)).toFixed(0);
  const rows = [
    [
      'first',
      ms(({ database }) => database.first),
      ms(({ meadow }) => meadow.first),
      `${firstRatio(rounds).toFixed(1)}x`,
    ],
    [
      'later',
      ms(({ database }) => database.later),
      ms(({ meadow }) => meadow.later),
      `+${laterDifference(rounds).toFixed(0)} ms`,
    ],
  ];
  const memoryRows = MOMENTS.flatMap(({ name, of }) => {
    const memory = medianMemory(rounds, of);
    return memory === null
      ? []
      : [[name, ...[memory.node, memory.postgres, sum(memory)].map((value) => value.toFixed(0))]];
  });
  const { packages, megabytes, withBuildMegabytes } = installation;
  const disturbance = Math.max(...rounds.map((round) => round.disturbance));
  return [
    '',
    `Start of the built server, medians of ${rounds.length}; limits ${MAX_FIRST_RATIO}x and +${MAX_LATER_DIFFERENCE_MS} ms. ` +
      `Before a round others used up to ${(disturbance * 100).toFixed(0)} % of the processors.`,
    ...table(['start', 'database ms', 'Meadow ms', 'difference'], rows),
    `first line of a later start: ${ms(({ firstLine }) => firstLine)} ms`,
    '',
    `Memory in MB (PSS); limit ${MAX_MEGABYTES}`,
    ...table(['', 'Node', 'PostgreSQL', 'together'], memoryRows),
    '',
    `npm ci: ${withBuildMegabytes.toFixed(0)} MB; npm ci --omit=dev: ${megabytes.toFixed(0)} MB in ${packages} packages`,
  ];
}

export function startShortcomings({ rounds }: StartResults): string[] {
  return [
    ...excess('first start', firstRatio(rounds), MAX_FIRST_RATIO, 'times that of the database'),
    ...excess('later start beyond the database', laterDifference(rounds), MAX_LATER_DIFFERENCE_MS, 'ms'),
    ...MOMENTS.flatMap(({ name, of }) => {
      const memory = medianMemory(rounds, of);
      return memory === null ? [] : excess(`memory ${name}`, sum(memory), MAX_MEGABYTES, 'MB');
    }),
  ];
}

const MOMENTS: { name: string; of: (round: StartRound) => Memory | null }[] = [
  { name: 'idle', of: ({ idle }) => idle },
  { name: 'after 1,000 requests', of: ({ afterRequests }) => afterRequests },
];

/** Of rounds, since a disturbance of one lasts for both. */
const firstRatio = (rounds: StartRound[]) =>
  medianOf(rounds.map(({ database, meadow }) => meadow.first / database.first));
const laterDifference = (rounds: StartRound[]) =>
  medianOf(rounds.map(({ database, meadow }) => meadow.later - database.later));

function medianMemory(rounds: StartRound[], of: (round: StartRound) => Memory | null): Memory | null {
  const memories = rounds.map(of).filter((memory) => memory !== null);
  if (memories.length === 0) return null;
  return {
    node: medianOf(memories.map(({ node }) => node)),
    postgres: medianOf(memories.map(({ postgres }) => postgres)),
  };
}

const sum = ({ node, postgres }: Memory): number => node + postgres;

const excess = (what: string, value: number, limit: number, unit: string): string[] =>
  value > limit ? [`${what}: ${value.toFixed(1)} ${unit}, limit ${limit}`] : [];
