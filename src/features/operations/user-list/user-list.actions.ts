import type { Actor } from '#access/actor.ts';
import { listProfilesAudited, type ProfileQuery, readProfileAudited } from '#features/account';
import { summarizeUsage } from '#features/usage';
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

/** Reads a user with the AI usage of this calendar month (UTC). Audited. */
export async function readUser(deps: OperationsDeps, actor: Actor, id: string): Promise<User> {
  const profile = await readProfileAudited(deps, actor, id);
  const usageOf = await summarizeUsage(deps, [profile.id], deps.clock.now());
  return { ...profile, token_usage: usageOf(profile.id) };
}
