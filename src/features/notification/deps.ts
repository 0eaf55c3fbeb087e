import type { Channel } from '../../platform/db/connection/channel.ts';
import type { EventStream } from '../../platform/http/event-streams.ts';
import type { Push } from '../../providers/push/push.ts';
import type { AccountDeps } from '../account/index.ts';
import type { NotificationRow } from './notification/notification.store.ts';

export type NotificationDeps = AccountDeps & {
  push: Push;
  notificationStream: NotificationStream;
  /** Announces stored notifications after their commit. */
  notificationChannel: Pick<Channel, 'subscribe'>;
  isDraining: () => boolean;
};

/** Distributes new notifications to the open streams of this node. */
export type NotificationStream = {
  /**
   * Collects a user's new notifications until `start` connects a stream.
   * @throws {events.unavailable}
   */
  follow(userId: string): Promise<Subscription>;
};

export type Subscription = {
  /** Sends `missed` and the collected notifications to the stream, then each new one. */
  start(stream: EventStream, missed: readonly NotificationRow[]): void;
  stop(): void;
};
