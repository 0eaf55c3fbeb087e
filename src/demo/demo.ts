import type { Deps } from '#app/deps.ts';
import { promoteByEmail } from '../features/account/authentication/promotion.actions.ts';
import { MONTHLY_AWARD } from '../features/wallet/monthly-award/monthly-award.jobs.ts';
import { createMembers } from './accounts.ts';
import { chat } from './chats.ts';
import { liveThroughDays } from './days.ts';
import { encourage } from './drops.ts';
import { runExperiments } from './experiments.ts';
import { pursueGoals } from './goals.ts';
import { makeGroups } from './groups.ts';
import { writeJournals } from './journals.ts';
import { sellPacks } from './packs.ts';
import { PEOPLE } from './people.ts';
import { at, DAY_MS, memberNamed } from './sample-deps.ts';

/** When the sample people joined. */
const JOINED_DAYS_AGO = 35;

/** Steps of the progress that is shown: a user signs up, a journal is written, a day passes. */
const STEPS = 2 * PEOPLE.length + 16;

/**
 * Fills an empty database with forty people in four cities and what they did in the last month, written through the same
 * actions as in real life, with clocks of then. Does nothing if they exist already. Calls `onStep` with the number of all steps.
 */
export async function seedDemo(deps: Deps, onStep: (total: number) => void): Promise<void> {
  const step = () => onStep(STEPS);
  const now = deps.clock.now();
  const daysAgo = (days: number) => at(deps, new Date(now.getTime() - days * DAY_MS));
  const members = await createMembers(deps, daysAgo(JOINED_DAYS_AGO).clock.now(), step);
  if (members === null) return;
  await MONTHLY_AWARD.call(at(deps, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))), {});
  const ada = memberNamed(members, 'Ada');
  await promoteByEmail(deps, ada.email);
  const groups = await makeGroups(daysAgo(JOINED_DAYS_AGO - 1), members);
  await Promise.all([
    writeJournals(deps, members, groups, step),
    liveThroughDays(deps, members, step),
    pursueGoals(deps, members),
    chat(deps, members, groups),
    sellPacks(deps, members),
    runExperiments(daysAgo(10), members, {
      ...ada,
      actor: { userId: ada.actor.userId, isSuperAdmin: true, impersonatorId: null },
    }),
  ]);
  await encourage(deps, members);
}
