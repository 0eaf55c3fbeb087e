import type { LoopDelay } from '../loop-delay.ts';
import { medianOf, table } from '../table.ts';
import { IN_CITIES, type Night, type NightRound } from './night.ts';

const MEGABYTES_GOAL = 800;
const RATIO_GOAL = 1.5;
/** Fewer people leave little to store: most of the time goes to groups then, and not to rows. They have a goal in seconds. */
const PEOPLE_WORTH_A_RATIO = 100_000;
const FEW_PEOPLE = 10_000;
const SECONDS_GOAL_OF_FEW = 3;
const DELAY_GOAL_MS = 50;
const RUNS = ['first', 'again', 'later'] as const;

const ratioOf = ({ first, plain }: NightRound): number => first.seconds / plain.seconds;

export function nightsTable(nights: readonly Night[]): string[] {
  const head = ['people', 'in', 'run', 'seconds', 'growth', 'ratio', 'own processor', 'of server', 'rows', 'a second'];
  return [
    '',
    'Nights: seconds of the job for two dates, medians over the rounds; the ratio is the first run to COPY and upsert (plain)',
    ...table(
      [...head, 'MB in the first tenth', 'MB then', 'late by ms, median / p99 / max', 'an idle process'],
      nights.flatMap((night, index) => [
        ...RUNS.map((run) => rowOf(night, run, nights[index - 1])),
        plainRowOf(night, nights[index - 1]),
      ]),
    ),
  ];
}

function rowOf({ people, where, rounds }: Night, run: (typeof RUNS)[number], previous: Night | undefined): string[] {
  const runs = rounds.map((round) => round[run]);
  const seconds = medianOf(runs.map((one) => one.seconds));
  const rows = medianOf(runs.map((one) => one.rows));
  const ratios = rounds.map(ratioOf);
  const before = previous?.rounds.map((round) => round[run].seconds);
  const spread = `${medianOf(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
  return [
    ...[String(people), where, run, seconds.toFixed(1), growthOf(seconds, people, where, before, previous)],
    ...[run === 'first' ? spread : '', medianOf(runs.map((one) => one.processorSeconds)).toFixed(1)],
    ...[middleOf(runs.map((one) => one.serverSeconds)), String(rows), (rows / seconds).toFixed(0)],
    String(Math.max(...runs.map(({ megabytes }) => megabytes.firstTenth))),
    String(Math.max(...runs.map(({ megabytes }) => megabytes.rest))),
    worstOf(runs.map(({ delay }) => delay)),
    worstOf(runs.map(({ idleDelay }) => idleDelay)),
  ];
}

function plainRowOf({ people, where, rounds }: Night, previous: Night | undefined): string[] {
  const seconds = medianOf(rounds.map(({ plain }) => plain.seconds));
  const before = previous?.rounds.map(({ plain }) => plain.seconds);
  const server = middleOf(rounds.map(({ plain }) => plain.serverSeconds));
  const growth = growthOf(seconds, people, where, before, previous);
  return [String(people), where, 'plain', seconds.toFixed(1), growth, '', '', server];
}

function growthOf(
  seconds: number,
  people: number,
  where: string,
  before: number[] | undefined,
  previous: Night | undefined,
): string {
  if (before === undefined || previous?.where !== where) return '';
  return `${(seconds / medianOf(before)).toFixed(1)} for ${people / previous.people}`;
}

/** The median to a decimal, or nothing where one of them is not known. */
function middleOf(numbers: readonly (number | null)[]): string {
  const known = numbers.filter((number) => number !== null);
  return known.length < numbers.length ? '' : medianOf(known).toFixed(1);
}

function worstOf(delays: readonly LoopDelay[]): string {
  return (['median', 'p99', 'max'] as const)
    .map((which) => Math.max(...delays.map((delay) => delay[which])))
    .join(' / ');
}

export function nightsShortcomings(nights: readonly Night[]): string[] {
  return nights.flatMap(({ people, where, rounds }) => {
    const what = `The night of ${people} people in ${where}`;
    const runs = rounds.flatMap(({ first, again, later }) => [first, again, later]);
    const megabytes = Math.max(...runs.flatMap((run) => [run.megabytes.firstTenth, run.megabytes.rest]));
    const ratio = medianOf(rounds.map(ratioOf));
    const seconds = Math.max(...RUNS.map((run) => medianOf(rounds.map((round) => round[run].seconds))));
    const delay = Math.max(...runs.map((run) => run.delay.p99));
    return [
      ...(runs.some(({ success }) => !success) ? [`${what} leaves groups that are not matched.`] : []),
      ...(megabytes > MEGABYTES_GOAL ? [`${what} takes ${megabytes} MB, the goal being ${MEGABYTES_GOAL}.`] : []),
      ...(people >= PEOPLE_WORTH_A_RATIO && ratio > RATIO_GOAL
        ? [`${what} takes ${ratio.toFixed(1)} times as long as COPY and upsert, the goal being ${RATIO_GOAL}.`]
        : []),
      ...(where === IN_CITIES && people <= FEW_PEOPLE && seconds > SECONDS_GOAL_OF_FEW
        ? [`${what} takes ${seconds.toFixed(1)} s, the goal being ${SECONDS_GOAL_OF_FEW}.`]
        : []),
      ...(delay > DELAY_GOAL_MS ? [`${what} delays others by ${delay} ms, the goal being ${DELAY_GOAL_MS}.`] : []),
    ];
  });
}
