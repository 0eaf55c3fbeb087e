/** After a day a notification is obsolete on a device. */
const DEFAULT_PUSH = { urgency: 'normal', ttlSeconds: 24 * 60 * 60 } as const;

/** What a client needs to open the subject of a notification, such as ids. The recipient must be allowed to read it. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>;

/** How a notification is pushed to devices: `high` wakes a device; after `ttlSeconds` it is not shown. */
export type NotificationPush = { urgency: 'normal' | 'high'; ttlSeconds: number };

/** Titles are truncated to 200 characters, bodies to 1,000. */
export type NewNotification = {
  userId: string;
  /** Stable, in snake_case, at most 50 characters, such as `baton_pass`. */
  kind: string;
  title: string;
  body: string;
  /** At most 20 values; texts of at most 500 characters. */
  data?: NotificationData;
  /** A user gets one notification for each key, such as `baton_pass:2026-11-20`. At most 200 characters. */
  dedupeKey?: string;
  /** The default is normal urgency for one day. */
  push?: NotificationPush;
};

export function pushOf({ push = DEFAULT_PUSH }: NewNotification): NotificationPush {
  return push;
}

const MAX_DATA_VALUES = 20;

/** The first values of `data`, with names and texts truncated. */
export function limitData(
  data: NotificationData,
  truncate: (text: string, length: number) => string,
): NotificationData {
  const values = Object.entries(data).slice(0, MAX_DATA_VALUES);
  return Object.fromEntries(
    values.map(([name, value]) => [truncate(name, 50), typeof value === 'string' ? truncate(value, 500) : value]),
  );
}
