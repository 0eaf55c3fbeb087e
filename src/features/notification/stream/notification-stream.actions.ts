import { chunk } from '../../../platform/chunk.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Channel } from '../../../platform/db/connection/channel.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { EventStream } from '../../../platform/http/event-streams.ts';
import type { NotificationStream, Subscription } from '../deps.ts';
import { viewOf } from '../notification/notification.actions.ts';
import type { NotificationRow } from '../notification/notification.store.ts';
import { streamErrors } from './stream.schema.ts';
import { listNotificationsById, listNotificationsSince } from './stream.store.ts';

/** The maximum time between the insert of a notification and its commit. */
const MAX_COMMIT_MS = 60_000;

/** Users who catch up in one query after the connection was lost, and notifications for each. */
const USERS_PER_BATCH = 100;
const MAX_MISSED = 100;

/** Ids remembered for each stream, so that notifications of a gap are not sent twice. */
const MAX_REMEMBERED_IDS = 1_000;

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
  let requested: { follower: Follower; id: string }[] = [];
  let lastTask: Promise<void> = Promise.resolve();
  let isSubscribed = false;

  /** Runs tasks in order, because a client that reconnects sends the id of the last notification it received. */
  function enqueue(task: () => Promise<void>): void {
    lastTask = lastTask.then(task);
  }

  function onMessage(message: string): void {
    for (const pair of message.split(',')) {
      const [userId = '', id = ''] = pair.split('/');
      for (const follower of followers.get(userId) ?? []) requested.push({ follower, id });
    }
    enqueue(sendRequested);
  }

  /** Sends all notifications announced until now, with one query. */
  async function sendRequested(): Promise<void> {
    const batch = requested;
    requested = [];
    if (batch.length === 0) return;
    try {
      const found = await listNotificationsById(db, [...new Set(batch.map(({ id }) => id))]);
      for (const { follower, id } of batch) {
        const notification = found.get(id);
        if (notification !== undefined) follower.take([notification]);
      }
    } catch {
      for (const { follower } of batch) follower.fail();
    }
  }

  async function onReconnect(since: Date): Promise<void> {
    const writtenSince = new Date(since.getTime() - MAX_COMMIT_MS);
    const all = [...followers.values()].flatMap((ofUser) => [...ofUser]);
    for (const batch of chunk(all, USERS_PER_BATCH)) {
      try {
        const gaps = batch.map(({ userId, startedAt }) => ({
          userId,
          since: startedAt > writtenSince ? startedAt : writtenSince,
        }));
        const missed = await listNotificationsSince(db, gaps, MAX_MISSED);
        for (const follower of batch) {
          // Another stream of the same user may have started earlier.
          const { userId, startedAt } = follower;
          follower.take(missed.filter((row) => row.user_id === userId && row.created_at >= startedAt));
        }
      } catch {
        for (const follower of batch) follower.fail();
      }
    }
  }

  return {
    follow: async (userId) => {
      if (!isSubscribed) channel.subscribe({ onMessage, onReconnect: (since) => enqueue(() => onReconnect(since)) });
      isSubscribed = true;
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
        throw streamErrors.unavailable();
      }
      return { start: follower.start, stop };
    },
  };
}

type Follower = {
  userId: string;
  startedAt: Date;
  start: Subscription['start'];
  take(notifications: readonly NotificationRow[]): void;
  /** Ends the stream after a failed read. Its client reconnects and catches up. */
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
    if (sent.size > MAX_REMEMBERED_IDS && oldest !== undefined) sent.delete(oldest);
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
