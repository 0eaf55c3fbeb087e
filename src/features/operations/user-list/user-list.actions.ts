import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Ids } from '../../../platform/ids.ts';
import { listProfilesAudited, type ProfileQuery, readProfileAudited } from '../../account/index.ts';
import { summarizeUsage } from '../../usage/index.ts';
import type { OperationsDeps } from '../deps.ts';
import type { User } from './user-list.schema.ts';

/** Lists users, newest first, with their AI usage of this calendar month (UTC). Audited. */
export async function listUsers(
  deps: OperationsDeps,
  actor: Actor,
  query: ProfileQuery,
): Promise<{ users: User[]; next_cursor: string | null }> {
  const { profiles, next_cursor } = await listProfilesAudited(deps, actor, query);
  const ids = profiles.map(({ id }) => id);
  const usageOf = await summarizeUsage(deps, ids, deps.clock.now());
  return { users: profiles.map((profile) => ({ ...profile, token_usage: usageOf(profile.id) })), next_cursor };
}

/** One of them. Throws `account.not-found`. */
export async function readUser(deps: UserListDeps, actor: Actor, id: string): Promise<User> {
  const person = await readProfileAudited(deps, actor, id);
  const usageOf = await summarizeUsage(deps, [person.id], deps.clock.now());
  return { ...person, token_usage: usageOf(person.id) };
}
