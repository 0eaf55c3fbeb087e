import type { Tx } from '../../platform/db/database.ts';

export type NewPaymentEvent = { id: string; type: string; createdAt: Date };

/**
 * Whether this event has its effect now, for the first time. Where another transaction is giving it its effect, this waits for
 * the end of that one.
 */
export async function claimPaymentEvent(tx: Tx, event: NewPaymentEvent, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('payment_event')
    .values({ id: event.id, type: event.type, created_at: event.createdAt, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
