import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type NotificationDeps, notify } from '../notification/index.ts';
import { claimAssistantDrop, listHavingAssistantDrop } from './assistant-drop.store.ts';
import { assistantDropReceived } from './drop.rules.ts';

/** Who of these people has got the assistant's drop of this day (UTC). */
export async function findHavingAssistantDrop(
  db: Db,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  return new Set(await listHavingAssistantDrop(db, userIds, day));
}

/**
 * Sends somebody the assistant's drop of today (UTC), of 1 to 1,000 characters, and tells them of it; false, with nothing sent,
 * where they have got it. It is nobody's: it takes from no allowance, counts for no badge and earns nothing.
 */
export async function sendAssistantDrop(
  deps: NotificationDeps,
  tx: Tx,
  { id, recipientId, content }: { id: string; recipientId: string; content: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const isSent = await claimAssistantDrop(tx, { id, recipientId, content, day: localDateOf(now, 'UTC'), now });
  if (isSent) await notify(deps, tx, [assistantDropReceived({ id, recipient_id: recipientId })]);
  return isSent;
}
