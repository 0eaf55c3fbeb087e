import type { Actor } from '#access/actor.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { WebhookDeps } from '../deps.ts';
import { endpointErrors } from '../endpoint/endpoint.schema.ts';
import { findEndpoint } from '../endpoint/endpoint.store.ts';
import { TEST_KIND } from '../kind.schema.ts';
import { type OrgId, requireOwner } from '../owner.actions.ts';
import { bodyOf } from '../queue/payload.rules.ts';
import { deliveryErrors, type WebhookDelivery } from './delivery.schema.ts';
import {
  type DeliveryRow,
  findDelivery,
  insertReplay,
  insertTest,
  listDeliveries as listDeliveryRows,
} from './delivery.store.ts';

/** The deliveries of a webhook with their attempts, newest first. */
export async function listDeliveries(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  webhookId: string,
  query: PageQuery,
): Promise<{ deliveries: WebhookDelivery[]; next_cursor: string | null }> {
  const owner = await requireOwner(deps, actor, orgId);
  if ((await findEndpoint(deps.db, owner, webhookId)) === undefined) throw endpointErrors.notFound();
  const { rows, next_cursor } = await paginate(
    query,
    (after, limit) => listDeliveryRows(deps.db, owner, webhookId, after, limit),
    { textOf: ({ body, attempts }) => [body, ...attempts.map((attempt) => attempt.response_excerpt)].join('') },
  );
  return { deliveries: rows.map(viewOf), next_cursor };
}

/** Queues a test event for a webhook, whatever kinds it has chosen. */
export async function testWebhook(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  webhookId: string,
): Promise<WebhookDelivery> {
  const owner = await requireOwner(deps, actor, orgId);
  const now = deps.clock.now();
  const body = bodyOf({ kind: TEST_KIND, occurredAt: now, data: { webhook_id: webhookId } });
  const row = await insertTest(deps.db, owner, webhookId, { id: deps.ids.next(), kind: TEST_KIND, body, now });
  if (row !== undefined) return viewOf(row);
  throw (await findEndpoint(deps.db, owner, webhookId)) === undefined
    ? endpointErrors.notFound()
    : deliveryErrors.paused();
}

/** Sends the message of a delivery that has ended again, with the same message id and body, and a new signature. */
export async function replayDelivery(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const owner = await requireOwner(deps, actor, orgId);
  const values = { id: deps.ids.next(), deliveryId, now: deps.clock.now() };
  const row = await insertReplay(deps.db, owner, webhookId, values);
  if (row !== undefined) return viewOf(row);
  const endpoint = await findEndpoint(deps.db, owner, webhookId);
  if (endpoint === undefined) throw endpointErrors.notFound();
  const former = await findDelivery(deps.db, owner, webhookId, deliveryId);
  if (former === undefined) throw deliveryErrors.notFound();
  throw endpoint.paused_at === null ? deliveryErrors.pending() : deliveryErrors.paused();
}

function viewOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    message_id: row.replay_of ?? row.id,
    kind: row.kind,
    status: row.status,
    is_replay: row.replay_of !== null,
    payload: row.body,
    attempts: row.attempts.map((attempt) => ({ ...attempt, started_at: new Date(attempt.started_at).toISOString() })),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
