import type { StoredEvent } from '#features/event';
import type { OrganizationEvent } from '#features/organization';
import type { Tx } from '#platform/db/database.ts';
import type { WebhookDeps } from '../deps.ts';
import { isWebhookKind } from '../kind.schema.ts';
import { bodyOf, fitsMessage } from './payload.rules.ts';
import { type DeliveryValues, insertDeliveries, listUsersWithKind } from './queue.store.ts';

type QueueDeps = Pick<WebhookDeps, 'clock'>;
type RoomReceivers = Awaited<ReturnType<WebhookDeps['listRoomReceivers']>>;

/**
 * Queues events for the webhooks of their receivers, in the transaction that gives the events their position. Each is queued once for
 * each webhook, however often it is called.
 */
export async function queueEvents(
  deps: QueueDeps & Pick<WebhookDeps, 'listRoomReceivers'>,
  tx: Tx,
  events: readonly StoredEvent[],
): Promise<void> {
  const chosen = events.filter(({ kind, audience }) => isWebhookKind(kind) && audience !== 'everyone');
  const receivers = await listRoomReceivers(deps, tx, chosen);
  const deliveries = chosen.map((event) => ({
    position: event.position,
    kind: event.kind,
    actor_id: event.actorId,
    room: roomOf(event),
    owner_ids: receiversOf(event, receivers),
    body: bodyOf(event),
  }));
  await queue(deps, tx, 'users', deliveries);
}

/** The users with a webhook for each kind of event in a room, of those who may read the room now. */
async function listRoomReceivers(
  deps: Pick<WebhookDeps, 'listRoomReceivers'>,
  tx: Tx,
  events: readonly StoredEvent[],
): Promise<RoomReceivers> {
  const inRooms = events.filter((event) => roomOf(event) !== null);
  const userIds = new Set<string>();
  for (const kind of new Set(inRooms.map((event) => event.kind))) {
    for (const userId of await listUsersWithKind(tx, kind)) userIds.add(userId);
  }
  if (userIds.size === 0) return new Map();
  const rooms = new Set(inRooms.flatMap((event) => roomOf(event) ?? []));
  return deps.listRoomReceivers([...rooms], [...userIds]);
}

function roomOf({ audience }: StoredEvent): string | null {
  return audience !== 'everyone' && 'room' in audience ? audience.room : null;
}

function receiversOf({ audience }: StoredEvent, receivers: RoomReceivers): readonly string[] {
  if (audience === 'everyone') return [];
  return 'room' in audience ? [...(receivers.get(audience.room) ?? [])] : audience.userIds;
}

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
  const sendable = deliveries.filter(({ owner_ids, body }) => owner_ids.length > 0 && fitsMessage(body));
  if (sendable.length > 0) await insertDeliveries(tx, owners, sendable, deps.clock.now());
}
