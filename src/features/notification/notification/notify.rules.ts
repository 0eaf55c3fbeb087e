import { type DataOf, declarationOf, isKind, type Kind, type TargetType } from './kind.schema.ts';

/** After a day a notification is obsolete on a device. */
const DEFAULT_PUSH = { urgency: 'normal', ttlSeconds: 24 * 60 * 60 } as const;

/** What a client needs to open the subject of a notification, such as ids. The recipient must be allowed to read it. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>;

/** How a notification is pushed to devices: `high` wakes a device; after `ttlSeconds` it is not shown. */
export type NotificationPush = { urgency: 'normal' | 'high'; ttlSeconds: number };

/** Titles are truncated to 200 characters, bodies to 1,000, texts in the data to 500. */
export type NewNotification = { [K in Kind]: Envelope & { kind: K; data: DataOf<K> } }[Kind];

type Envelope = {
  userId: string;
  title: string;
  body: string;
  /** A user gets one notification for each key, such as `baton_pass:2026-11-20`. At most 200 characters. */
  dedupeKey?: string;
  /** The default is normal urgency for one day. */
  push?: NotificationPush;
};

export function pushOf({ push = DEFAULT_PUSH }: NewNotification): NotificationPush {
  return push;
}

const MAX_DATA_TEXT_LENGTH = 500;

/** The data with its texts truncated. */
export function limitData(data: object, truncate: (text: string, length: number) => string): NotificationData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? truncate(value, MAX_DATA_TEXT_LENGTH) : value,
    ]),
  );
}

/** The user who caused a notification; null if there is none. */
export function actorIdOf({ data }: NewNotification): string | null {
  return 'from_user_id' in data ? data.from_user_id : null;
}

/** What a notification leads to. A chain is named by its date, a battle by the first day of its week, a badge by its level. */
export function targetOf(kind: string, data: NotificationData): { type: TargetType; id: string } | null {
  const target = isKind(kind) ? (declarationOf(kind).target ?? {}) : {};
  for (const [type, key] of Object.entries(target)) {
    const id = data[key];
    if (id != null) return { type: type as TargetType, id: String(id) };
  }
  return null;
}

/** What a user gets of a kind: the defaults with the user's changes. Without an inbox there is no push. */
export function preferenceOf(kind: Kind, changed: { inbox: boolean | null; push: boolean | null } | undefined) {
  const { isRequired = false, isPushed = true } = declarationOf(kind);
  const inbox = isRequired || (changed?.inbox ?? true);
  return { inbox, push: inbox && (changed?.push ?? isPushed) };
}
