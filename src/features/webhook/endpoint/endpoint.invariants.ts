import { sql } from 'kysely';
import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import type { WebhookDeps } from '../deps.ts';
import { secretContextOf } from './endpoint.rules.ts';

export const WEBHOOK_INVARIANTS: readonly Invariant<Pick<WebhookDeps, 'webhookSecrets'>>[] = [
  {
    name: 'webhook.secrets',
    holds: 'The key opens the secret of each webhook.',
    advice: 'Add the former key to FORMER_ENCRYPTION_KEYS, or let the owner of the webhook rotate its secret.',
    find: ({ db, webhookSecrets }, limit) =>
      judgeRows(
        db,
        sql<{ id: string; secret: string }>`select id, secret from webhook_endpoint`,
        async ({ id, secret }) =>
          (await webhookSecrets.open(secret, secretContextOf(id))) === null ? `webhook_endpoint ${id}` : null,
        limit,
      ),
  },
];
