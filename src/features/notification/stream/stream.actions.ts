import type { Actor } from '../../../access/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventStream } from '../../../platform/http/event-streams.ts';
import { isStrictUuid } from '../../../platform/http/validation/formats.ts';
import { authenticate } from '../../account/index.ts';
import type { NotificationDeps } from '../deps.ts';
import { listNotificationsAfter } from './stream.store.ts';

/** Of one stream. Older missed notifications are in the inbox. */
const MAX_MISSED = 100;

/**
 * Sends the actor's notifications to the stream that `open` creates: those after `lastEventId`, then new ones. Ends when the
 * token expires or the user is no longer authorized. Each notification is sent at least once, also after an outage of the
 * database. Throws what `open` throws.
 * @throws {events.unavailable}
 */
export async function followNotifications(
  deps: NotificationDeps,
  actor: Actor,
  { token, lastEventId }: { token: string | null; lastEventId: string | undefined },
  open: (shouldContinue: () => Promise<boolean>) => EventStream,
): Promise<void> {
  const follower = await deps.notificationStream.follow(actor.userId);
  try {
    const missed =
      lastEventId !== undefined && isStrictUuid(lastEventId)
        ? await listNotificationsAfter(deps.db, actor.userId, lastEventId, MAX_MISSED)
        : [];
    const stream = open(() => shouldContinue(deps, actor, token));
    stream.onEnd(follower.stop);
    follower.start(stream, missed);
  } catch (error) {
    follower.stop();
    throw error;
  }
}

/** Whether the caller is still authorized. A server error does not end the stream. */
async function shouldContinue(deps: NotificationDeps, actor: Actor, token: string | null): Promise<boolean> {
  try {
    const caller = await authenticate(deps, token, { createsProfile: false });
    return caller.userId === actor.userId;
  } catch (error) {
    return !(error instanceof AppError && error.status < 500);
  }
}
