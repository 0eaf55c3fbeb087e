import type { NotificationDeps } from '#features/notification';
import type { OrganizationDeps } from '#features/organization';
import type { Counts } from '#platform/counts.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { WebhookClient } from '#providers/webhook/webhook.ts';

export type WebhookDeps = OrganizationDeps &
  NotificationDeps & {
    webhookClient: WebhookClient;
    webhookSecrets: SecretBox;
    /** Attempts of this node: `success`, or why they failed. */
    webhookResults: Counts;
  };
