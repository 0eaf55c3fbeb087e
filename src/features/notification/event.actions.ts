import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventStream } from '../../platform/http/event-streams.ts';
import { isStrictUuid } from '../../platform/http/validation/formats.ts';
import { type AccountDeps, authenticate, type ImpersonationDeps } from '../account/index.ts';
import { listNotificationsAfter } from './event.store.ts';
import type { NotificationStream } from './notification-stream.actions.ts';

export type EventDeps = AccountDeps & ImpersonationDeps & { notificationStream: NotificationStream };

/** How many notices a stream catches up on at most. Whoever missed more finds the rest in their inbox. */
const MAX_MISSED = 100;

/**
 * Sends the actor's notices to the stream that `open` begins: those after the one with `lastEventId`, where that is one of
 * theirs, and then each as it comes. It ends when the token runs out or the person may not call any more. A notice is sent at
 * least once, and the database being away for a while makes none go missing. Throws what `open` throws, or
 * `events.unavailable`.
 */
export async function followNotifications(
  deps: EventDeps,
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

/** Whether a request of the same caller would be let in now. A fault of ours ends nothing. */
async function shouldContinue(deps: EventDeps, actor: Actor, token: string | null): Promise<boolean> {
  try {
    const caller = await authenticate(deps, token, { createsProfile: false });
    return caller.userId === actor.userId;
  } catch (refusal) {
    return !(refusal instanceof AppError && refusal.status < 500);
  }
}
