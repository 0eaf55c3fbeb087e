import Type, { type Static } from 'typebox';
import { ORGANIZATION_EVENT_KINDS } from '../organization/index.ts';

/** The kinds of events that the webhooks of a user can get. What goes to all users is left out: it is a flood. */
const USER_KINDS = [
  'notification',
  'chain.updated',
  'check-in.made',
  'drop.received',
  'wallet.changed',
  'entry.changed',
  'export.progress',
  'chat.message',
] as const;

const ORGANIZATION_KINDS = Object.keys(ORGANIZATION_EVENT_KINDS) as (keyof typeof ORGANIZATION_EVENT_KINDS)[];

/** The kind of the event that a test sends. */
export const TEST_KIND = 'webhook.test';

const kindsOf = <Kind extends string>(names: readonly Kind[], title: string) =>
  Type.Array(Type.Enum([...names], { title }), {
    minItems: 1,
    maxItems: names.length,
    uniqueItems: true,
    description: 'The kinds of events that are sent.',
  });

export const UserWebhookKinds = kindsOf(USER_KINDS, 'UserWebhookKind');
export const OrganizationWebhookKinds = kindsOf(ORGANIZATION_KINDS, 'OrganizationWebhookKind');

export const WebhookKind = Type.Enum([...USER_KINDS, ...ORGANIZATION_KINDS], { title: 'WebhookKind' });
export type WebhookKind = Static<typeof WebhookKind>;

/** Whether an endpoint can choose a kind. A stored kind can be one of another version. */
export const isWebhookKind = (kind: string): kind is WebhookKind =>
  [...USER_KINDS, ...ORGANIZATION_KINDS].some((known) => known === kind);
