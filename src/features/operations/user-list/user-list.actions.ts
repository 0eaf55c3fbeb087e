import type { Actor } from '../../../access/actor.ts';
import { listPeople, type PeopleQuery, readPerson } from '../../account/index.ts';
import { summarizeUsage } from '../../usage/index.ts';
import type { OperationsDeps } from '../deps.ts';
import type { User } from './user-list.schema.ts';

/** Lists users, newest first, with their AI usage of this calendar month (UTC). Audited. */
export async function listUsers(
  deps: OperationsDeps,
  actor: Actor,
  query: PeopleQuery,
): Promise<{ users: User[]; next_cursor: string | null }> {
  const { people, next_cursor } = await listPeople(deps, actor, query);
  const ids = people.map(({ id }) => id);
  const usageOf = await summarizeUsage(deps, ids, deps.clock.now());
  return { users: people.map((person) => ({ ...person, token_usage: usageOf(person.id) })), next_cursor };
}

/**
 * Reads a user with the AI usage of this calendar month (UTC). Audited.
 *
 * @throws {account.not-found}
 */
export async function readUser(deps: OperationsDeps, actor: Actor, id: string): Promise<User> {
  const person = await readPerson(deps, actor, id);
  const usageOf = await summarizeUsage(deps, [person.id], deps.clock.now());
  return { ...person, token_usage: usageOf(person.id) };
}
