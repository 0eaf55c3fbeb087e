import { windowSpansOn } from '#features/workout-window';
import type { Links } from '../../src/features/chain/chain.rules.ts';
import { linkUsers, type Participant } from '../../src/features/chain/links/links.rules.ts';
import { matchSimply } from './naive-matching.ts';
import { type City, DATE, participantsOf, populate } from './population.ts';

/*
 * A process of its own for each size, so that its memory is that of one size. It is given the numbers of people, of cities and
 * of rounds, and writes its measurement as a line of JSON.
 */

/** Times are in milliseconds of processor time, one a round. */
export type ChainMeasurement = {
  people: number;
  cities: number;
  converted: number[];
  plain: number[];
  meadow: number[];
  /** The longest that one city took, in any round. */
  longest: number;
  /** The number of users with neighbours whose distance in time differs between the two algorithms. */
  differences: number;
  /** The most that the process ever held. */
  megabytes: number;
};

type Times = { converted: number; plain: number; meadow: number; longest: number; differences: number };

function measure(people: number, cities: number, rounds: number): ChainMeasurement {
  const population = populate(people, cities);
  const times = Array.from({ length: rounds }, () => measureRound(population));
  return {
    people,
    cities,
    converted: times.map(({ converted }) => converted),
    plain: times.map(({ plain }) => plain),
    meadow: times.map(({ meadow }) => meadow),
    longest: Math.max(...times.map(({ longest }) => longest)),
    differences: Math.max(...times.map(({ differences }) => differences)),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** City by city, as a job does it, which holds the people of one city at a time. */
function measureRound(population: readonly City[]): Times {
  const times: Times = { converted: 0, plain: 0, meadow: 0, longest: 0, differences: 0 };
  const spanOf = windowSpansOn(DATE);
  for (const city of population) {
    const [participants, conversion] = timed(() => participantsOf(city, spanOf));
    const [plainly, plain] = timed(() => matchSimply(participants));
    const [links, meadow] = timed(() => linkUsers(participants));
    times.converted += conversion;
    times.plain += plain;
    times.meadow += meadow;
    times.longest = Math.max(times.longest, meadow);
    times.differences += differencesIn(participants, plainly, links);
  }
  return times;
}

function timed<Result>(work: () => Result): [Result, number] {
  const start = processorTime();
  const result = work();
  return [result, processorTime() - start];
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Linked = readonly ({ userId: string } & Links)[];

function differencesIn(participants: readonly Participant[], plainly: Linked, links: Linked): number {
  const times = new Map(participants.map(({ userId, startsAt, endsAt }) => [userId, { startsAt, endsAt }]));
  const closest = ({ beforeUserId, afterUserId }: Links) =>
    `${times.get(beforeUserId ?? '')?.endsAt.getTime()} ${times.get(afterUserId ?? '')?.startsAt.getTime()}`;
  const expected = new Map(plainly.map((user) => [user.userId, closest(user)]));
  return links.filter((user) => expected.get(user.userId) !== closest(user)).length;
}

const [people = 0, cities = 0, rounds = 0] = process.argv.slice(2).map(Number);
process.stdout.write(`${JSON.stringify(measure(people, cities, rounds))}\n`);
