import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { codeOf } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { startOf } from '../../platform/text/text.ts';
import { fittingData, type NewNotification, pushOf } from './notice.rules.ts';
import { insertNotifications, type NotificationValues, signalNotifications } from './notice.store.ts';

export type NotificationDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };

/**
 * Tells people something, in the transaction of its cause: the notices are there exactly if the cause is. Returns the ids of
 * the people who get one. People who do not exist (any more), are synthetic or blocked, or have had a notice with the same key get
 * none.
 *
 * No notice hinders its cause: this waits for nobody, and a failure of its own is logged and leaves the transaction as it
 * was. Two causes that use the same key for the same person at the same moment write one notice between them; if that one is
 * rolled back, there is none. Devices and open streams hear of a notice after the commit. Nothing else may use the
 * transaction meanwhile.
 */
export async function notify(deps: NotificationDeps, tx: Tx, notices: readonly NewNotification[]): Promise<string[]> {
  if (notices.length === 0) return [];
  try {
    return await inSavepoint(tx, () => store(deps, tx, notices));
  } catch (error) {
    logFailure(deps, notices, error);
    return [];
  }
}

/** The same after a cause that has no transaction, or has ended it. It never throws. */
export async function notifyAfterwards(deps: NotificationDeps, notices: readonly NewNotification[]): Promise<string[]> {
  try {
    return await deps.db.transaction().execute((tx) => notify(deps, tx, notices));
  } catch (error) {
    logFailure(deps, notices, error);
    return [];
  }
}

/**
 * The same for whoever writes down that people have been told, and so has to know: throws where the notices could not be stored,
 * and then nobody has got one.
 */
export async function notifyOrFail(
  deps: NotificationDeps,
  tx: Tx,
  notices: readonly NewNotification[],
): Promise<string[]> {
  return notices.length === 0 ? [] : store(deps, tx, notices);
}

async function store(deps: NotificationDeps, tx: Tx, notices: readonly NewNotification[]): Promise<string[]> {
  const now = deps.clock.now();
  const values = notices.map((notice) => valuesOf(notice, deps.ids.next(), now));
  const rows = await insertNotifications(tx, values, now);
  await signalNotifications(tx, rows);
  return [...new Set(rows.map((notice) => notice.user_id))];
}

function logFailure(deps: NotificationDeps, notices: readonly NewNotification[], error: unknown): void {
  const code = codeOf(error);
  deps.log.warn({ code, kinds: [...new Set(notices.map(({ kind }) => kind))] }, 'notices could not be stored');
}

/** The values of a notice, made to fit whatever its cause puts into it: nothing of it can be refused by the database. */
function valuesOf(notice: NewNotification, id: string, now: Date): NotificationValues {
  const { urgency, ttlSeconds } = pushOf(notice);
  return {
    id,
    user_id: notice.userId,
    kind: cut(notice.kind, 50),
    title: cut(notice.title, 200),
    body: cut(notice.body, 1_000),
    data: fittingData(notice.data ?? {}, cut),
    dedupe_key: notice.dedupeKey === undefined ? null : cut(notice.dedupeKey, 200),
    urgency,
    expires_at: new Date(now.getTime() + ttlSeconds * 1_000),
  };
}

/** No more than `length` characters, and none that cannot be stored or shown. */
function cut(text: string, length: number): string {
  return startOf(text.toWellFormed().replace(UNSHOWABLE, ''), length);
}

/** Control characters, apart from tab and line feed. */
const UNSHOWABLE = /(?![\t\n])\p{Cc}/gu;
