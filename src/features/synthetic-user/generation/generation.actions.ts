import type { Actor } from '../../../access/actor.ts';
import { seededRandom } from '../../../platform/seeded-random.ts';
import { createSyntheticProfiles, recordAudit } from '../../account/index.ts';
import { type MatchingPlace, setUpWindows } from '../../workout-window/index.ts';
import { type Generation, type GenerationBody, syntheticUserErrors } from '../synthetic-user.schema.ts';
import { insertSyntheticUsers, listSyntheticUsersWithIds, type SyntheticUserRow } from '../synthetic-user.store.ts';
import { rematch, type SyntheticUserDeps, viewOf } from '../user/user.actions.ts';
import { configWith, generatePeople, isUsableConfig, type SyntheticPerson } from './generation.rules.ts';

/** In one transaction, which stands or falls as a whole. */
const BATCH = 100;
/** Reserved for what does not exist (RFC 2606): no mail for these addresses can reach anybody. */
const DOMAIN = 'synthetic.invalid';

/**
 * Makes so many synthetic people, each with a profile, a window and a location, and with an account at the built-in identity
 * provider that nobody can sign in to. They are matched right after the answer. A batch that fails is counted, and the others stand. Throws
 * `synthetic-user.config-unusable`.
 */
export async function generateUsers(
  deps: SyntheticUserDeps,
  actor: Actor,
  { count, config = {} }: Generation,
): Promise<GenerationBody> {
  const settings = configWith(config);
  if (!isUsableConfig(settings)) throw syntheticUserErrors.configUnusable();
  // An id is as good as chance, so that no two requests make the same people.
  const people = generatePeople(count, settings, seededRandom(deps.ids.next()));
  const answer: GenerationBody = { created: 0, failed: 0, users: [], errors: [] };
  const places = new Map<string, MatchingPlace>();
  for (let first = 0; first < people.length; first += BATCH) {
    const batch = people.slice(first, first + BATCH);
    try {
      const stored = await storeBatch(deps, actor, batch);
      answer.created += stored.users.length;
      answer.users.push(...stored.users.map(viewOf));
      for (const place of stored.places) places.set(place.group, place);
    } catch (error) {
      deps.log.error({ err: error }, 'synthetic people could not be stored');
      answer.failed += batch.length;
      answer.errors.push(`${batch.length} people could not be stored. Ask for so many again.`);
    }
  }
  // The more people live in a city already, the longer this takes; nobody waits for all cities.
  deps.background.run('matching of synthetic people', () => rematch(deps, [...places.values()]));
  return answer;
}

async function storeBatch(
  deps: SyntheticUserDeps,
  actor: Actor,
  batch: readonly SyntheticPerson[],
): Promise<{ users: SyntheticUserRow[]; places: MatchingPlace[] }> {
  const now = deps.clock.now();
  const people = batch.map((person) => {
    const id = deps.ids.next();
    return { ...person, id, email: `${id}@${DOMAIN}` };
  });
  const ids = people.map(({ id }) => id);
  return deps.db.transaction().execute(async (tx) => {
    const profiles = people.map(({ id, email, displayName }) => ({ id, email, fullName: displayName }));
    await createSyntheticProfiles(tx, profiles, now);
    const accounts = people.map(({ id, email, displayName }) => ({ id, email, name: displayName }));
    await deps.identityAccounts.create(tx, accounts, now);
    const windows = people.map(({ id, state, ...person }) => ({ ...person, userId: id, region: state }));
    const places = await setUpWindows(tx, deps.ids, windows, now);
    await insertSyntheticUsers(tx, people, now);
    await recordAudit(deps, tx, actor, {
      action: 'synthetic-user.generate',
      subjectType: 'profile',
      subjectIds: ids,
    });
    return { users: await listSyntheticUsersWithIds(tx, ids), places };
  });
}
