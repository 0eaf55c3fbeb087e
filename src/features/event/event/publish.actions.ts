import type { Tx } from '#platform/db/database.ts';
import type { EventDeps } from '../deps.ts';
import { audienceKeys, type NewEvent } from './event.rules.ts';
import { insertIntoOutbox, type OutboxValues } from './event.store.ts';

/**
 * Stores events in the transaction of their cause, with one statement. Receivers get them after its commit, in the order of
 * commits and each exactly once. An event without receivers is dropped.
 */
export async function publishEvents(
  deps: Pick<EventDeps, 'clock'>,
  tx: Tx,
  events: readonly NewEvent[],
): Promise<void> {
  const occurredAt = deps.clock.now();
  const values = events.map(
    (event): OutboxValues => ({
      kind: event.kind,
      actor_id: event.actorId ?? null,
      audience: audienceKeys(event.audience),
      data: event.data,
      coalesce_key: event.coalesceKey ?? null,
      occurred_at: occurredAt,
    }),
  );
  const received = values.filter(({ audience }) => audience.length > 0);
  if (received.length > 0) await insertIntoOutbox(tx, received);
}
