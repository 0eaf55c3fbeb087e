/** A day: a notice that somebody finds when they wake up is still of use. */
const DEFAULT_PUSH = { urgency: 'normal', ttlSeconds: 24 * 60 * 60 } as const;

/** Facts that a client needs to open what a notice is about: ids above all, and nothing that its reader may not know. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>;

/** How a notice is sent to devices: `high` wakes a phone that saves power; past its time it is not shown any more. */
export type NotificationPush = { urgency: 'normal' | 'high'; ttlSeconds: number };

/** What somebody is to be told. Texts that are too long are cut: a title after 200 characters, a body after 1,000. */
export type NewNotification = {
  userId: string;
  /** What it is about, such as `baton_pass`: stable, in snake_case, 50 characters at most. */
  kind: string;
  title: string;
  body: string;
  /** At most 20 facts; texts of 500 characters. */
  data?: NotificationData;
  /** Of several notices with the same key a person gets one, ever: `baton_pass:2026-11-20`. At most 200 characters. */
  dedupeKey?: string;
  /** Where not given: normal, and for a day. */
  push?: NotificationPush;
};

export function pushOf({ push = DEFAULT_PUSH }: NewNotification): NotificationPush {
  return push;
}

const MAX_FACTS = 20;

/** The facts of a notice as far as there is room for them, with each text made fit by `cut`. */
export function fittingData(data: NotificationData, cut: (text: string, length: number) => string): NotificationData {
  const facts = Object.entries(data).slice(0, MAX_FACTS);
  return Object.fromEntries(
    facts.map(([name, value]) => [cut(name, 50), typeof value === 'string' ? cut(value, 500) : value]),
  );
}
