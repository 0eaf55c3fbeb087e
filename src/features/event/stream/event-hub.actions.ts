import { type Loop, startLoop } from '#platform/concurrency/loop.ts';
import type { Channel } from '#platform/db/connection/channel.ts';
import type { Db } from '#platform/db/database.ts';
import { codeOf } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { readSignal } from '../signal/signal.rules.ts';
import { type DeliveredRow, type DeliveryDeps, selectVisibleEvents } from './delivery.actions.ts';
import { createFollower, type Follower } from './follower.actions.ts';
import { streamErrors } from './stream.schema.ts';
import { findKeptPositions, listEventsAfter } from './stream.store.ts';

/** New events are announced. The loop finds those of an announcement that was lost, and repeats a read that failed. */
const POLL_INTERVAL_MS = 1_000;
/** Events read by one query. */
const MAX_BATCH = 500;

/** Distributes new events to the streams of this node. */
export type EventHub = {
  /**
   * Follows a user's events. The follower takes all that are stored from here on, so the start of its stream is read after this call.
   */
  follow(userId: string): Promise<Follower>;
  unfollow(follower: Follower): void;
  /** All events up to there were sent to the streams of this node; null while there are none. */
  position(): number | null;
  close(): Promise<void>;
};

export type EventHubOptions = {
  db: Db;
  log: Logger;
  /** Announces stored events. */
  events: Channel;
  /** Announces users whose access has changed. */
  accounts: Pick<Channel, 'subscribe'>;
  listRoomReceivers: DeliveryDeps['listRoomReceivers'];
};

export function createEventHub({ db, log, events, accounts, listRoomReceivers }: EventHubOptions): EventHub {
  const followers = new Map<string, Set<Follower>>();
  const signals: DeliveredRow[] = [];
  let position: number | null = null;
  let loop: Loop | null = null;

  async function send(rows: readonly DeliveredRow[]): Promise<void> {
    const visible = await selectVisibleEvents({ db, listRoomReceivers }, rows, followers);
    for (const [userId, ofUser] of visible) {
      for (const follower of followers.get(userId) ?? []) follower.take(ofUser);
    }
  }

  async function deliver(): Promise<void> {
    const announced = signals.splice(0);
    if (announced.length > 0 && followers.size > 0) await send(announced);
    for (;;) {
      // The next follower reads the position again.
      if (followers.size === 0) position = null;
      if (position === null) return;
      const rows = await listEventsAfter(db, position, MAX_BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      // Who begins to follow from here on reads all of these rows at the start.
      await send(rows);
      position = last.position;
    }
  }

  /** After all subscribers have processed the message: others forget what they know of the user. */
  function recheck(ofUsers: Iterable<Set<Follower>>): void {
    queueMicrotask(() => {
      for (const ofUser of ofUsers) for (const follower of ofUser) follower.recheck();
    });
  }

  function startListening(): Loop {
    const started = startLoop({
      intervalMs: POLL_INTERVAL_MS,
      work: deliver,
      onError: (error) => log.warn({ event: 'events.not-sent', code: codeOf(error) }, 'Events are not sent for now'),
    });
    events.subscribe({
      onMessage: (message) => {
        signals.push(...readSignal(message));
        started.wake();
      },
      onReconnect: started.wake,
    });
    accounts.subscribe({
      onMessage: (userId) => {
        const own = followers.get(userId);
        if (own !== undefined) recheck([own]);
      },
      onReconnect: () => recheck(followers.values()),
    });
    return started;
  }

  function unfollow(follower: Follower): void {
    const own = followers.get(follower.userId);
    own?.delete(follower);
    if (own?.size === 0) followers.delete(follower.userId);
  }

  return {
    follow: async (userId) => {
      loop ??= startListening();
      const follower = createFollower(userId);
      followers.set(userId, (followers.get(userId) ?? new Set()).add(follower));
      try {
        await events.ready();
        if (position === null) {
          const { last } = await findKeptPositions(db);
          position ??= last;
        }
      } catch {
        unfollow(follower);
        throw streamErrors.unavailable();
      }
      loop.wake();
      return follower;
    },
    unfollow,
    position: () => position,
    close: async () => loop?.stop(),
  };
}
