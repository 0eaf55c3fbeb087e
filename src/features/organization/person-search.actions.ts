import type { Actor } from '../../access/actor.ts';
import { listBlockedWith } from '../account/index.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { searchAsked } from './person-search.rules.ts';
import type { FoundPerson, PersonQuery } from './person-search.schema.ts';
import { listFoundPeople } from './person-search.store.ts';

const MAX_FOUND = 10;

/**
 * People whom the actor can name: by their exact address, or by a part of the name where they share an organization. Says
 * nothing of anybody's address. Two people of whom one has blocked the other do not find each other.
 */
export async function searchPeople(deps: OrganizationDeps, actor: Actor, { q }: PersonQuery): Promise<FoundPerson[]> {
  const hiddenIds = await listBlockedWith(deps.db, actor.userId);
  return listFoundPeople(deps.db, actor.userId, { ...searchAsked(q), hiddenIds }, MAX_FOUND);
}
