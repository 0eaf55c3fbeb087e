import type { Actor } from '#access/actor.ts';
import { requireWebhookManager } from '#features/organization';
import type { WebhookDeps } from './deps.ts';
import type { Owner } from './endpoint/endpoint.store.ts';

/** The webhooks that a request is about: those of an organization, or of the actor (null). */
export type OrgId = string | null;

/** The owner of webhooks that the actor may manage. Super admins have no privilege here. */
export async function requireOwner(deps: Pick<WebhookDeps, 'db'>, actor: Actor, orgId: OrgId): Promise<Owner> {
  if (orgId === null) return { kind: 'user', userId: actor.userId };
  await requireWebhookManager(deps, actor, orgId);
  return { kind: 'organization', orgId, adminId: actor.userId };
}
