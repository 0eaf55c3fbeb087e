import { WEBHOOK_SECRET_BYTES, webhookSecretOf } from '#platform/crypto/standard-webhooks.ts';
import type { WebhookDeps } from '../deps.ts';
import { secretContextOf } from './endpoint.rules.ts';

/** Makes a secret for an endpoint: as its receiver needs it, and as it is stored. */
export async function makeSecret(
  { random, webhookSecrets }: Pick<WebhookDeps, 'random' | 'webhookSecrets'>,
  endpointId: string,
): Promise<{ secret: string; sealed: string }> {
  const secret = webhookSecretOf(random.bytes(WEBHOOK_SECRET_BYTES));
  return { secret, sealed: await webhookSecrets.seal(secret, secretContextOf(endpointId)) };
}

/** Opens sealed secrets. Leaves out those that no present key opens. */
export async function openSecrets(
  { webhookSecrets }: Pick<WebhookDeps, 'webhookSecrets'>,
  endpointId: string,
  sealed: readonly string[],
): Promise<string[]> {
  const opened = await Promise.all(sealed.map((secret) => webhookSecrets.open(secret, secretContextOf(endpointId))));
  return opened.filter((secret) => secret !== null);
}
