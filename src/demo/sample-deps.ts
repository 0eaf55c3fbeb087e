import type { Actor } from '#access/actor.ts';
import type { Deps } from '#app/deps.ts';
import { createIds } from '#platform/ids.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import type { SampleUser } from './people.ts';

/** A sample user who has signed up. */
export type Member = SampleUser & { actor: Actor };

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The dependencies with a clock that stands still at the instant `moment`, so that an action leaves what it would have left then. */
export function at(deps: Deps, moment: Date): Deps {
  const clock = { now: () => moment };
  return { ...deps, clock, ids: createIds(clock, deps.random) };
}

/** One of the choices, decided by the seed. */
export function pick<Choice>(choices: readonly Choice[], seed: string): Choice {
  const choice = choices[Math.floor(seededRandom(seed)() * choices.length)];
  if (choice === undefined) throw new RangeError('There is nothing to choose from.');
  return choice;
}

/** The member with this first name. */
export function memberNamed(members: readonly Member[], firstName: string): Member {
  const member = members.find(({ name }) => name.startsWith(`${firstName} `));
  if (member === undefined) throw new RangeError(`There is no sample user called ${firstName}.`);
  return member;
}
