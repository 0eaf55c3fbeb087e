import type { Machine } from '#access/machine.ts';
import type { EventDeps } from '#features/event';
import type { OrganizationDeps } from '#features/organization';
import { createCounts } from '#platform/counts.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import type { WebhookDeps } from './deps.ts';
import { queueEvents, queueOrganizationEvents } from './queue/queue.actions.ts';

type WebhookParts = Pick<WebhookDeps, 'webhookSecrets' | 'webhookResults'> &
  Pick<EventDeps, 'onEventsStored'> &
  Pick<OrganizationDeps, 'onOrganizationEvents'>;

export function createWebhookParts(deps: WebhookDeps & Machine): WebhookParts {
  return {
    webhookSecrets: createSecretBox(deps.secretsFor('webhooks')),
    webhookResults: createCounts(),
    onEventsStored: (tx, events) => queueEvents(deps, tx, events),
    onOrganizationEvents: (tx, events) => queueOrganizationEvents(deps, tx, events),
  };
}
