import type { Clock } from '../../platform/clock.ts';
import type { Channel } from '../../platform/db/connection/channel.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/http/event-streams.ts';
import { eventErrors } from './event.schema.ts';
import { listNotificationsById, listNotificationsSince } from './event.store.ts';
import { viewOf } from './notification.actions.ts';
import type { NotificationRow } from './notification.store.ts';

/** Brings what the channel tells of new notices to the people who listen on this node. */
export type NotificationStream = {
  /**
   * Collects a person's notices from now on, until `start` says where to send them and what to send before. Throws
   * `events.unavailable`.
   */
  follow(userId: string): Promise<Following>;
};

export type Following = {
  start(stream: EventStream, missed: readonly NotificationRow[]): void;
  stop(): void;
};

/** How long a transaction may take at most from writing a notice to its commit, in milliseconds. */
const SLOWEST_COMMIT = 60_000;

/** How many people catch up at once after the connection was lost, and on how many notices each. */
const USERS_PER_BATCH = 100;
const MAX_MISSED = 100;

/** A notice comes again within a gap at most: so many are remembered as sent. */
const MAX_CACHED_NOTIFICATIONS = 1_000;

export function createNotificationStream({
  db,
  channel,
  clock,
}: {
  db: Db;
  channel: Channel;
  clock: Clock;
}): NotificationStream {
  const followers = new Map<string, Set<Follower>>();
  let wanted: { follower: Follower; id: string }[] = [];
  let lastTurn: Promise<void> = Promise.resolve();
  let isHearing = false;

  /** One thing after another: a client that connects again says what it has got last, so the order matters. */
  function inTurn(work: () => Promise<void>): void {
    lastTurn = lastTurn.then(work);
  }

  function onMessage(message: string): void {
    for (const pair of message.split(',')) {
      const [userId = '', id = ''] = pair.split('/');
      for (const follower of followers.get(userId) ?? []) wanted.push({ follower, id });
    }
    inTurn(bring);
  }

  /** Brings all that has been heard until its turn, with one question to the database. */
  async function bring(): Promise<void> {
    const some = wanted;
    wanted = [];
    if (some.length === 0) return;
    try {
      const found = await listNotificationsById(db, [...new Set(some.map(({ id }) => id))]);
      for (const { follower, id } of some) {
        const notification = found.get(id);
        if (notification !== undefined) follower.take([notification]);
      }
    } catch {
      for (const { follower } of some) follower.fail();
    }
  }

  async function onReconnect(since: Date): Promise<void> {
    const writtenSince = new Date(since.getTime() - SLOWEST_COMMIT);
    const everybody = [...followers.values()].flatMap((some) => [...some]);
    for (let start = 0; start < everybody.length; start += USERS_PER_BATCH) {
      const some = everybody.slice(start, start + USERS_PER_BATCH);
      try {
        const gaps = some.map(({ userId, startedAt }) => ({
          userId,
          since: startedAt > writtenSince ? startedAt : writtenSince,
        }));
        const missed = await listNotificationsSince(db, gaps, MAX_MISSED);
        for (const follower of some) follower.take(missed.filter(({ user_id }) => user_id === follower.userId));
      } catch {
        for (const follower of some) follower.fail();
      }
    }
  }

  return {
    follow: async (userId) => {
      if (!isHearing) channel.subscribe({ onMessage, onReconnect: (since) => inTurn(() => onReconnect(since)) });
      isHearing = true;
      const follower = createFollower(userId, clock.now());
      const own = followers.get(userId) ?? new Set();
      followers.set(userId, own.add(follower));
      const stop = () => {
        own.delete(follower);
        if (own.size === 0 && followers.get(userId) === own) followers.delete(userId);
      };
      try {
        await channel.ready();
      } catch {
        stop();
        throw eventErrors.unavailable();
      }
      return { start: follower.start, stop };
    },
  };
}

type Follower = {
  userId: string;
  startedAt: Date;
  start: Following['start'];
  take(notifications: readonly NotificationRow[]): void;
  /** Something could not be read: the stream ends, and its client connects again and catches up. */
  fail(): void;
};

function createFollower(userId: string, startedAt: Date): Follower {
  const sent = new Set<string>();
  let stream: EventStream | null = null;
  let waiting: readonly NotificationRow[] = [];
  let hasFailed = false;

  function take(notifications: readonly NotificationRow[]): void {
    if (stream === null) {
      waiting = [...waiting, ...notifications];
      return;
    }
    for (const row of notifications) {
      if (sent.has(row.id)) continue;
      remember(row.id);
      stream.send({ id: row.id, name: 'notification', data: { notification: viewOf(row) } });
    }
  }

  function remember(id: string): void {
    sent.add(id);
    const [oldest] = sent;
    if (sent.size > MAX_CACHED_NOTIFICATIONS && oldest !== undefined) sent.delete(oldest);
  }

  return {
    userId,
    startedAt,
    start: (opened, missed) => {
      stream = opened;
      take([...missed, ...waiting]);
      waiting = [];
      if (hasFailed) opened.close();
    },
    take,
    fail: () => {
      hasFailed = true;
      stream?.close();
    },
  };
}
