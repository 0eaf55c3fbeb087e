import type { Tx } from '../../../platform/db/database.ts';
import type { OrganizationEvent } from '../../organization/index.ts';
import type { WebhookDeps } from '../deps.ts';
import { bodyOf, fitsMessage } from './payload.rules.ts';
import { type DeliveryValues, insertDeliveries } from './queue.store.ts';

type QueueDeps = Pick<WebhookDeps, 'clock'>;

/** Queues events of organizations for their webhooks, in the transaction of their cause. */
export async function queueOrganizationEvents(
  deps: QueueDeps,
  tx: Tx,
  events: readonly OrganizationEvent[],
): Promise<void> {
  const occurredAt = deps.clock.now();
  const deliveries = events.map(({ kind, data }) => ({
    position: null,
    kind,
    actor_id: null,
    room: null,
    owner_ids: [data.org_id],
    body: bodyOf({ kind, occurredAt, data }),
  }));
  await queue(deps, tx, 'organizations', deliveries);
}

async function queue(
  deps: QueueDeps,
  tx: Tx,
  owners: 'users' | 'organizations',
  deliveries: readonly DeliveryValues[],
): Promise<void> {
  const sendable = deliveries.filter(({ body }) => fitsMessage(body));
  if (sendable.length > 0) await insertDeliveries(tx, owners, sendable, deps.clock.now());
}
