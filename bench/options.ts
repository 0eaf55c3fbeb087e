import { parseArgs } from 'node:util';

/** How much there is of everything. The number of people decides the rest of the community. */
export type Sizes = { people: number; organizations: number; teams: number; notebooks: number; entries: number };

/** What can be measured, each by an option of its name. */
const BENCHMARKS = [
  'plans',
  'load',
  'nights',
  'exports',
  'overload',
  'costs',
  'replicas',
  'web',
  'mosaic-frames',
  'start',
  'search',
] as const;

type Benchmark = (typeof BENCHMARKS)[number];

/** Each benchmark says whether it is run. */
export type BenchOptions = Record<Benchmark, boolean> & {
  /** A PostgreSQL server to use in place of the embedded one; its user must be a superuser. */
  databaseUrl: string | null;
  sizes: Sizes;
  /** Whether nothing is measured, and the document of the last results is written. */
  document: boolean;
  /** How many windows there are at night, one measurement for each. */
  windows: number[];
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  /** Connections that ask at the same time, one measurement for each. */
  concurrencies: number[];
  /** Processes of Meadow while load is measured. */
  processes: number;
  /** How many different people ask. */
  viewers: number;
};

export const USAGE = `Measures Meadow beside a plain server on the same data, and looks at the plans of its lists.

  --entries 1000000     how many entries the journal has (its data set is made once and kept)
  --people 10000        how many people; each 50 form an organization of 10 teams, each user has 3 notebooks
  --plans               only look at the plans
  --load                only measure the load
  --nights              only run the nightly job, which matches all users and stores the result
  --exports             only export accounts
  --costs               only measure the unit costs of requests, jobs and rows
  --overload            only send many times more than can be served
  --replicas            only read lists with two replicas, and with none
  --web                 only build the web client, and measure its screens in a browser
  --mosaic-frames       only move a mosaic of 10,000 tiles in a browser
  --document            only write the tables and the picture of docs/performance.md, from the last results
  --search              only search, before and after entries are folded, an hour
  --start               only start the built server, and look at its memory
  --windows 10000,100000,1000000
                        how many people have a window, in 2,000 cities; large groups are measured beside them
  --rounds 3            how often each measurement is repeated
  --seconds 3           how long one measurement takes
  --concurrency 1,16,64 how many connections ask at the same time
  --processes 1         how many processes Meadow has while the load is measured
  --viewers 2000        how many different people ask
  --database-url URL    use this PostgreSQL server (as a superuser) in place of an embedded one
`;

const PEOPLE_PER_ORGANIZATION = 50;
export const TEAMS_PER_ORGANIZATION = 10;
export const NOTEBOOKS_PER_USER = 3;

const FLAG = { type: 'boolean', default: false } as const;

/** Reads the arguments of the command; null where help was asked for. Throws a sentence about a number that is none. */
export function readOptions(commandLine: string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: commandLine,
    options: {
      ...byBenchmark(() => FLAG),
      'database-url': { type: 'string' },
      entries: { type: 'string', default: '1000000' },
      people: { type: 'string', default: '10000' },
      document: FLAG,
      windows: { type: 'string', default: '10000,100000,1000000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: '1,16,64' },
      processes: { type: 'string', default: '1' },
      viewers: { type: 'string', default: '2000' },
      help: FLAG,
    },
  });
  if (values.help) return null;
  const people = readNumber('--people', values.people, 200);
  const isEverything = !BENCHMARKS.some((name) => values[name]);
  return {
    ...byBenchmark((name) => values[name] || isEverything),
    databaseUrl: values['database-url'] ?? null,
    sizes: sizesFor(people, readNumber('--entries', values.entries, 10_000)),
    document: values.document,
    windows: values.windows.split(',').map((number) => readNumber('--windows', number, 1)),
    rounds: readNumber('--rounds', values.rounds, 1),
    seconds: readNumber('--seconds', values.seconds, 1),
    concurrencies: values.concurrency.split(',').map((number) => readNumber('--concurrency', number, 1)),
    processes: readNumber('--processes', values.processes, 1),
    viewers: Math.min(people, readNumber('--viewers', values.viewers, 30)),
  };
}

function byBenchmark<Value>(give: (name: Benchmark) => Value): Record<Benchmark, Value> {
  return Object.fromEntries(BENCHMARKS.map((name) => [name, give(name)])) as Record<Benchmark, Value>;
}

export function sizesFor(people: number, entries: number): Sizes {
  const organizations = Math.floor(people / PEOPLE_PER_ORGANIZATION);
  return {
    people,
    organizations,
    teams: organizations * TEAMS_PER_ORGANIZATION,
    notebooks: people * NOTEBOOKS_PER_USER,
    entries,
  };
}

function readNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${name} takes a whole number from ${least} on.`);
}
