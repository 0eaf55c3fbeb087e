import { publishEvents } from '#features/event';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockChains } from '../chain-lock.store.ts';
import type { ChainDeps } from '../deps.ts';
import { matchingChanged } from '../matching/matching-event.actions.ts';
import { deleteChainRows, listGroupsOfMember, removeFromSquads } from './position.store.ts';

/** Chains exist until seven days after today in any time zone, and can be rebuilt where it is still yesterday. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 8;

/**
 * Removes a user from all chains and squads, and prevents rebuilds of their groups until the transaction ends. `group` is their
 * current matching group. Returns the groups to match again after the commit.
 */
export async function leaveChains(
  deps: Pick<ChainDeps, 'clock'>,
  tx: Tx,
  userId: string,
  group: string,
): Promise<string[]> {
  const today = localDateOf(deps.clock.now(), 'UTC');
  const first = addDays(today, -DAYS_BEFORE);
  const dates = Array.from({ length: DAYS_BEFORE + DAYS_AFTER + 1 }, (_, index) => addDays(first, index));
  const groups = [...new Set([group, ...(await listGroupsOfMember(tx, userId, first))])];
  await lockChains(tx, groups, dates);
  await removeFromSquads(tx, userId);
  const left = await deleteChainRows(tx, userId);
  const changes = left.map(({ user_id, date }) => matchingChanged(date, [user_id]));
  await publishEvents(deps, tx, changes);
  return groups;
}
