import type { Tx } from '#platform/db/database.ts';

export type NewPaymentEvent = { id: string; type: string; createdAt: Date };

/** Returns false if the event was claimed before. Waits for a concurrent transaction with the same event. */
export async function claimPaymentEvent(tx: Tx, event: NewPaymentEvent, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('payment_event')
    .values({ id: event.id, type: event.type, created_at: event.createdAt, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
