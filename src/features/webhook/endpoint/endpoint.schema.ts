import Type, { type Static, type TArray } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { OrganizationWebhookKinds, UserWebhookKinds, WebhookKind } from '../kind.schema.ts';

export const MAX_URL_LENGTH = 2048;

/** Endpoints of an owner. */
export const MAX_ENDPOINTS = 10;

const Url = Type.String({
  format: 'uri',
  maxLength: MAX_URL_LENGTH,
  description: 'Over https, at a public address, without credentials.',
});
const Description = Type.String({ maxLength: 200 });
const Status = Type.Enum(['active', 'paused'], {
  title: 'WebhookStatus',
  description: 'A paused webhook gets no events, and what was waiting for it is dropped.',
});

const PauseReason = Type.Enum(['failing', 'gone', 'manual'], {
  title: 'WebhookPauseReason',
  description:
    'failing: no attempt succeeded for three days. gone: the receiver returned 410. manual: the webhook was paused by request.',
});
export type PauseReason = Static<typeof PauseReason>;

export const Webhook = Type.Object(
  {
    id: Uuid,
    url: Type.String(),
    description: Description,
    kinds: Type.Array(WebhookKind),
    status: Status,
    pause_reason: Nullable(PauseReason),
    paused_at: Nullable(Timestamp),
    failing_since: Nullable(Timestamp, {
      description: 'The first failed attempt since the last success. null if the last attempt succeeded.',
    }),
    previous_secret_expires_at: Nullable(Timestamp, {
      description: 'Until when the previous secret signs messages as well. null before the first rotation.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const WebhookBody = Type.Object({ webhook: Webhook }, { title: 'WebhookBody' });
export const WebhookList = listSchema('webhooks', Webhook);

export const WebhookWithSecret = Type.Object(
  {
    webhook: Webhook,
    secret: Type.String({ description: 'Signs the messages: `whsec_` and base64. It is returned only here.' }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const newWebhook = <Kinds extends TArray>(kinds: Kinds, title: string) =>
  Type.Object({ url: Url, kinds, description: Type.Optional(Description) }, { title });

const webhookChange = <Kinds extends TArray>(kinds: Kinds, title: string) =>
  Type.Object(
    {
      url: Type.Optional(Url),
      kinds: Type.Optional(kinds),
      description: Type.Optional(Description),
      status: Type.Optional(Status),
    },
    { title },
  );

export const NewUserWebhook = newWebhook(UserWebhookKinds, 'NewUserWebhook');
export const NewOrganizationWebhook = newWebhook(OrganizationWebhookKinds, 'NewOrganizationWebhook');
export type NewWebhook = Static<typeof NewUserWebhook> | Static<typeof NewOrganizationWebhook>;

export const UserWebhookChange = webhookChange(UserWebhookKinds, 'UserWebhookChange');
export const OrganizationWebhookChange = webhookChange(OrganizationWebhookKinds, 'OrganizationWebhookChange');
export type WebhookChange = Static<typeof UserWebhookChange> | Static<typeof OrganizationWebhookChange>;

export const endpointErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'webhook.not-found',
    message: 'There is no webhook with this id. List the webhooks to find it.',
  },
  urlNotAllowed: {
    status: 400,
    code: 'webhook.url-not-allowed',
    message: 'Events cannot be sent to this URL. Use https, a public address, and no user name or password in the URL.',
  },
  tooMany: {
    status: 400,
    code: 'webhook.too-many',
    message: `There can be at most ${MAX_ENDPOINTS} webhooks. Delete one that is not used.`,
  },
});
