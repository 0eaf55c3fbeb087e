import Type, { type Static } from 'typebox';
import { EVENT_KINDS, type EventKind } from '#features/event';
import { ORGANIZATION_EVENT_KINDS } from '#features/organization';

/** The first two go to all users every three seconds, and concern none of them in particular. The last is not stored. */
const EXCLUDED_KINDS = ['mosaic.updated', 'battle.progress', 'chat.typing'] as const satisfies readonly EventKind[];

type UserKind = Exclude<EventKind, (typeof EXCLUDED_KINDS)[number]>;

const USER_KINDS = (Object.keys(EVENT_KINDS) as EventKind[]).filter(
  (kind): kind is UserKind => !EXCLUDED_KINDS.some((excluded) => excluded === kind),
);

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

/** Whether webhooks can choose a kind. A stored kind can be one of another version. */
export const isWebhookKind = (kind: string): kind is WebhookKind =>
  [...USER_KINDS, ...ORGANIZATION_KINDS].some((known) => known === kind);
