import type { Actor } from '#access/actor.ts';
import { requireFreshSession } from '#features/account';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { WebhookDeps } from '../deps.ts';
import { isWebhookKind } from '../kind.schema.ts';
import { type OrgId, requireOwner } from '../owner.actions.ts';
import { updateToDropped } from '../queue/queue.store.ts';
import {
  endpointErrors,
  MAX_ENDPOINTS,
  MAX_URL_LENGTH,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookWithSecret,
} from './endpoint.schema.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  lockEndpointsOf,
  updateEndpoint,
  updateSecret,
} from './endpoint.store.ts';
import { makeSecret } from './secret.actions.ts';

/** How long the previous secret signs beside a new one. */
const ROTATION_MS = 24 * 60 * 60 * 1_000;

type WebhookPage = { webhooks: Webhook[]; next_cursor: string | null };

/** The webhooks of the actor or of an organization, newest first. */
export async function listWebhooks(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  query: PageQuery,
): Promise<WebhookPage> {
  const owner = await requireOwner(deps, actor, orgId);
  const { rows, next_cursor } = await paginate(query, (after, limit) => listEndpoints(deps.db, owner, after, limit));
  return { webhooks: rows.map(viewOf), next_cursor };
}

export async function readWebhook(deps: WebhookDeps, actor: Actor, orgId: OrgId, id: string): Promise<Webhook> {
  const owner = await requireOwner(deps, actor, orgId);
  return viewOf(requireFound(await findEndpoint(deps.db, owner, id)));
}

/** Creates an active webhook. Its secret is returned here only. */
export async function createWebhook(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  { url, kinds, description = '' }: NewWebhook,
): Promise<WebhookWithSecret> {
  const owner = await requireOwner(deps, actor, orgId);
  const id = deps.ids.next();
  const { secret, sealed } = await makeSecret(deps, id);
  const values = { id, url: checkUrl(deps, url), kinds, description, secret: sealed, now: deps.clock.now() };
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockEndpointsOf(tx, owner);
    return insertEndpoint(tx, owner, values, MAX_ENDPOINTS);
  });
  if (row === undefined) throw endpointErrors.tooMany();
  return { webhook: viewOf(row), secret };
}

/**
 * Changes the given values. A pause and a resumption drop the deliveries that wait. Another URL needs a sign-in within the last 10 minutes.
 */
export async function changeWebhook(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  accessToken: string | null,
  id: string,
  { url, kinds, description, status }: WebhookChange,
): Promise<Webhook> {
  const owner = await requireOwner(deps, actor, orgId);
  if (url !== undefined) await requireFreshSession(deps, accessToken);
  const values = {
    url: url === undefined ? undefined : checkUrl(deps, url),
    kinds,
    description,
    pause: status === undefined ? undefined : status === 'paused' ? ('manual' as const) : null,
  };
  return deps.db.transaction().execute(async (tx) => {
    const before = requireFound(await lockEndpoint(tx, owner, id));
    const row = requireFound(await updateEndpoint(tx, owner, id, values, deps.clock.now()));
    // Events can have been stored while a pause was not committed.
    if ((before.paused_at === null) !== (row.paused_at === null)) await updateToDropped(tx, id);
    return viewOf(row);
  });
}

/**
 * Gives a webhook another secret, which is returned here only. For 24 hours messages are signed with both; the secret before the
 * previous one ends at once.
 */
export async function rotateSecret(
  deps: WebhookDeps,
  actor: Actor,
  orgId: OrgId,
  id: string,
): Promise<WebhookWithSecret> {
  const owner = await requireOwner(deps, actor, orgId);
  const { secret, sealed } = await makeSecret(deps, id);
  const now = deps.clock.now();
  const previousUntil = new Date(now.getTime() + ROTATION_MS);
  const row = await updateSecret(deps.db, owner, id, { secret: sealed, previousUntil, now });
  return { webhook: viewOf(requireFound(row)), secret };
}

/** Deletes a webhook with its deliveries. An attempt that is being made ends without a record. */
export async function removeWebhook(deps: WebhookDeps, actor: Actor, orgId: OrgId, id: string): Promise<void> {
  const owner = await requireOwner(deps, actor, orgId);
  if (!(await deleteEndpoint(deps.db, owner, id))) throw endpointErrors.notFound();
}

/** The normalized URL, which can be longer. */
function checkUrl({ webhookClient }: Pick<WebhookDeps, 'webhookClient'>, text: string): string {
  const url = URL.canParse(text) ? new URL(text).href : '';
  if (!webhookClient.isAllowed(url) || url.length > MAX_URL_LENGTH) throw endpointErrors.urlNotAllowed();
  return url;
}

function requireFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw endpointErrors.notFound();
  return row;
}

function viewOf(row: EndpointRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    kinds: row.kinds.filter(isWebhookKind),
    status: row.paused_at === null ? 'active' : 'paused',
    pause_reason: row.pause_reason,
    paused_at: row.paused_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_expires_at: row.previous_secret_expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
