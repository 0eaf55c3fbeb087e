import type { EventDeps } from '../deps.ts';
import { audienceKeys, type NewEvent } from '../event/event.rules.ts';
import { writeSignal } from './signal.rules.ts';
import { notifyNodes } from './signal.store.ts';

/**
 * Sends an event that is not stored to the streams that are open now. Its JSON, with the audience, has less than 8,000 bytes.
 * Receivers are checked as those of stored events; its order among them is not defined.
 */
export async function sendSignal(
  deps: Pick<EventDeps, 'db' | 'clock'>,
  { kind, audience, actorId = null, data }: Omit<NewEvent, 'coalesceKey'>,
): Promise<void> {
  const row = { kind, actor_id: actorId, audience: [...audienceKeys(audience)], data, occurred_at: deps.clock.now() };
  await notifyNodes(deps.db, writeSignal(row));
}
