import type { components } from '@meadow/client';

export type Webhook = components['schemas']['Webhook'];
export type WebhookKind = components['schemas']['UserWebhookKind'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type Attempt = components['schemas']['WebhookAttempt'];

export const MAX_URL_LENGTH = 2048;
export const MAX_DESCRIPTION_LENGTH = 200;
/** Of a user. */
export const MAX_WEBHOOKS = 10;

export const KIND_GROUPS = ['you', 'others'] as const;

/** Where the form shows each kind, in this order. */
const GROUP_OF: Readonly<Record<WebhookKind, (typeof KIND_GROUPS)[number]>> = {
  'entry.changed': 'you',
  notification: 'you',
  'wallet.changed': 'you',
  'export.progress': 'you',
  'check-in.made': 'others',
  'chain.updated': 'others',
  'drop.received': 'others',
  'chat.message': 'others',
};

const KINDS = Object.keys(GROUP_OF) as WebhookKind[];

export const KINDS_BY_GROUP = KIND_GROUPS.map((group) => ({
  group,
  kinds: KINDS.filter((kind) => GROUP_OF[kind] === group),
}));

/** Those of a webhook that its user can choose, in the order of the form. */
export function chosenKinds({ kinds }: Pick<Webhook, 'kinds'>): WebhookKind[] {
  return KINDS.filter((kind) => (kinds as readonly string[]).includes(kind));
}

type KeyOf<Kind extends string> = Kind extends `${infer Start}.${infer End}` ? `${Start}_${End}` : Kind;

/** The name of a kind in the catalogs, where a dot has a meaning. */
export function keyOf<Kind extends string>(kind: Kind): KeyOf<Kind> {
  return kind.replace('.', '_') as KeyOf<Kind>;
}

/** Null if a delivery is of a kind that this client does not know. */
export function knownKind(kind: string): WebhookKind | 'webhook.test' | null {
  return kind === 'webhook.test' ? kind : (KINDS.find((known) => known === kind) ?? null);
}

/** Only what is no URL at all. Which ones are allowed is for the server to say. */
export function isUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** What is read first of a URL, and the rest. */
export function partsOf(url: string): { host: string; path: string } {
  const { host, pathname, search } = new URL(url);
  return { host, path: `${pathname}${search}` };
}

export type WebhookState = 'active' | 'failing' | 'paused';

export function stateOf({
  status,
  failing_since: failingSince,
}: Pick<Webhook, 'status' | 'failing_since'>): WebhookState {
  if (status === 'paused') return 'paused';
  return failingSince === null ? 'active' : 'failing';
}

const FAILURES = [
  'status',
  'redirect',
  'time-limit',
  'not-reachable',
  'address-not-public',
  'not-allowed',
  'secret-unreadable',
] as const;

/** Why an attempt failed; `other` if this client does not know it. Null if it succeeded. */
export function failureOf({ failure }: Pick<Attempt, 'failure'>): (typeof FAILURES)[number] | 'other' | null {
  if (failure === null) return null;
  return FAILURES.find((known) => known === failure) ?? 'other';
}

/** The status of a delivery, told apart by whether a waiting one has failed before. */
export function deliveryStateOf({
  status,
  attempts,
}: Pick<Delivery, 'status' | 'attempts'>): Delivery['status'] | 'retrying' {
  return status === 'pending' && attempts.length > 0 ? 'retrying' : status;
}

const SOON_MS = 60_000;

/** Whether a delivery is about to change, so that it is worth asking again. */
export function changesSoon({ status, next_attempt_at: next }: Delivery, now: number): boolean {
  return status === 'pending' && (next === null || Date.parse(next) - now < SOON_MS);
}

/** JSON over several lines. A text that is none stays. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
