import type { Actor } from '#access/actor.ts';
import { createSyntheticProfiles, recordAudit } from '#features/account';
import { type MatchingGroup, setUpWindows } from '#features/workout-window';
import { chunk } from '#platform/chunk.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import { syntheticUserErrors } from '../synthetic-user.schema.ts';
import { insertSyntheticUsers, listSyntheticUsersWithIds, type SyntheticUserRow } from '../synthetic-user.store.ts';
import { rematch, viewOf } from '../user/user.actions.ts';
import { configWith, generateIdentities, isUsableConfig, type SyntheticIdentity } from './generation.rules.ts';
import type { Generation, GenerationBody } from './generation.schema.ts';

/** Users per transaction. */
const BATCH_SIZE = 100;
/** A reserved domain (RFC 2606): no email can be delivered to these addresses. */
const DOMAIN = 'synthetic.invalid';

/**
 * Creates synthetic users, each with a profile, a window, a location and an identity account that cannot sign in.
 *
 * They are matched in the background. A batch that fails is counted; the other batches are stored.
 */
export async function generateUsers(
  deps: SyntheticUserDeps,
  actor: Actor,
  { count, config = {} }: Generation,
): Promise<GenerationBody> {
  const settings = configWith(config);
  if (!isUsableConfig(settings)) throw syntheticUserErrors.configUnusable();
  // The id seeds the generator, so that no two requests create the same users.
  const identities = generateIdentities(count, settings, seededRandom(deps.ids.next()));
  const result: GenerationBody = { created: 0, failed: 0, users: [], errors: [] };
  const groups = new Map<string, MatchingGroup>();
  for (const batch of chunk(identities, BATCH_SIZE)) {
    try {
      const stored = await storeBatch(deps, actor, batch);
      result.created += stored.users.length;
      result.users.push(...stored.users.map(viewOf));
      for (const group of stored.groups) groups.set(group.group, group);
    } catch (error) {
      deps.log.error({ err: error, event: 'synthetic-user.generation-failed' }, 'Synthetic users could not be stored');
      result.failed += batch.length;
      result.errors.push(`${batch.length} users could not be stored. Request them again.`);
    }
  }
  // Matching takes longer the more users a city has, so the response does not wait for it.
  deps.background.run('matching of synthetic users', () => rematch(deps, [...groups.values()]));
  return result;
}

async function storeBatch(
  deps: SyntheticUserDeps,
  actor: Actor,
  batch: readonly SyntheticIdentity[],
): Promise<{ users: SyntheticUserRow[]; groups: MatchingGroup[] }> {
  const now = deps.clock.now();
  const users = batch.map((identity) => {
    const id = deps.ids.next();
    return { ...identity, id, email: `${id}@${DOMAIN}` };
  });
  const ids = users.map(({ id }) => id);
  return deps.db.transaction().execute(async (tx) => {
    const profiles = users.map(({ id, email, displayName }) => ({ id, email, fullName: displayName }));
    await createSyntheticProfiles(tx, profiles, now);
    const accounts = users.map(({ id, email, displayName }) => ({ id, email, name: displayName }));
    await deps.identityAccounts.create(tx, accounts, now);
    const windows = users.map(({ id, state, ...identity }) => ({ ...identity, userId: id, region: state }));
    const groups = await setUpWindows(tx, deps.ids, windows, now);
    await insertSyntheticUsers(tx, users, now);
    await recordAudit(deps, tx, actor, {
      action: 'synthetic-user.generate',
      subjectType: 'profile',
      subjectIds: ids,
    });
    return { users: await listSyntheticUsersWithIds(tx, ids), groups };
  });
}
