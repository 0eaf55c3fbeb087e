import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed', 'dropped'], {
  title: 'WebhookDeliveryStatus',
  description:
    'failed: the last of ten attempts in 24 hours failed. dropped: the webhook was paused before an attempt succeeded, or its owner may no longer receive the event.',
});
export type DeliveryStatus = Static<typeof DeliveryStatus>;

const Attempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ minimum: 0 }),
    failure: Nullable(Type.String(), {
      description:
        'null if it succeeded. status: another status than 2xx. redirect: a status of 3xx, which is not followed. time-limit: no complete response within 8 seconds. not-reachable: no connection, or a broken one. address-not-public, not-allowed: the URL leads to a private address. secret-unreadable: rotate the secret.',
    }),
    response_status: Nullable(Type.Integer(), { description: 'null if there was no response.' }),
    response_excerpt: Type.String({ description: 'The first kilobyte of the response.' }),
  },
  { title: 'WebhookAttempt' },
);

export const WebhookDelivery = Type.Object(
  {
    id: Uuid,
    message_id: Type.String({
      format: 'uuid',
      description: 'The header `webhook-id`. Attempts and replays of a message have the same.',
    }),
    kind: Type.String(),
    status: DeliveryStatus,
    is_replay: Type.Boolean(),
    payload: Type.String({ description: 'The body that is sent, as JSON.' }),
    attempts: Type.Array(Attempt),
    next_attempt_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryBody = Type.Object({ delivery: WebhookDelivery }, { title: 'WebhookDeliveryBody' });
export const DeliveryList = listSchema('deliveries', WebhookDelivery);

export const deliveryErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'webhook.delivery-not-found',
    message: 'The webhook has no delivery with this id. Deliveries are kept for 30 days.',
  },
  pending: {
    status: 409,
    code: 'webhook.delivery-pending',
    message: 'This delivery is still being sent. Replay it once it has ended.',
  },
  paused: {
    status: 409,
    code: 'webhook.paused',
    message: 'The webhook is paused. Set its status to active first.',
  },
});
