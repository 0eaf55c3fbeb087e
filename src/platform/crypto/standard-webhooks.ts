import { createHmac } from 'node:crypto';

/** Bytes of a new secret. The specification allows 24 to 64. */
export const WEBHOOK_SECRET_BYTES = 32;

const PREFIX = 'whsec_';

/** A message as the specification of Standard Webhooks signs it: the id stays the same when it is sent again. */
export type SignedMessage = { id: string; sentAt: Date; body: string };

/** Writes random bytes as a secret: `whsec_` and base64. */
export function webhookSecretOf(bytes: Uint8Array): string {
  return `${PREFIX}${Buffer.from(bytes).toString('base64')}`;
}

/** The headers of a message, with a signature by each secret (https://www.standardwebhooks.com). */
export function webhookHeaders(
  secrets: readonly string[],
  { id, sentAt, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
