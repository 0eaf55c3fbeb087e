import type { Actor } from '#access/actor.ts';
import { readScore } from '#features/battle';
import { selectChainDay } from '#features/check-in';
import { selectAllowance, selectAssistantDrop, selectUnreadDropCount } from '#features/encouragement';
import { selectGoalsOfDay } from '#features/goal';
import { selectNewestAndMemories, selectToday } from '#features/journal';
import { selectMosaicUrl } from '#features/mosaic';
import { selectUnreadCount } from '#features/notification';
import { selectWellbeingDay } from '#features/wellbeing';
import { dateOfMoment, isRestDate, nextActiveDate, selectWindow, windowSpan } from '#features/workout-window';
import { executeRead, joinReads } from '#platform/db/read.ts';
import type { OverviewDeps } from '../deps.ts';
import { decideState, windowsOf } from './today.rules.ts';
import type { Today } from './today.schema.ts';

/**
 * What the first screen of a client shows: first what tells the date, with all that depends on no date, then the rest. Both are one
 * statement.
 */
export async function readToday(deps: OverviewDeps, actor: Actor): Promise<Today> {
  const { db, clock } = deps;
  const { userId } = actor;
  const now = clock.now();
  const reads = {
    window: selectWindow(db, userId),
    today: selectToday(userId, now),
    goals: selectGoalsOfDay(deps, actor),
    assistantDrop: selectAssistantDrop(db, userId, new Date(now.getTime() - DROP_SHOWN_MS)),
    unread_notifications: selectUnreadCount(userId),
    unread_drops: selectUnreadDropCount(userId),
    allowance: selectAllowance(deps, actor),
  };
  const { window = null, today, goals, assistantDrop, allowance, ...unread } = await executeRead(db, joinReads(reads));
  const date = window === null ? today : dateOfMoment(now, window);
  const readsOfDate = {
    day: selectChainDay(deps, actor, date),
    wellbeing: selectWellbeingDay(actor, today),
    entries: selectNewestAndMemories(actor, today),
    mosaic_url: selectMosaicUrl(deps, date),
  };
  const { day, entries, ...ofDate } = await executeRead(db, joinReads(readsOfDate));
  const spans = window && {
    today: windowSpan({ ...window, date }),
    next: window.isOpen ? windowSpan({ ...window, date: nextActiveDate(date, window.rest) }) : null,
  };
  const isRest = window !== null && isRestDate(date, window.rest);
  const facts = { status: day.checkin?.status ?? null, spans, isInChain: day.chain !== null, isRest };
  return {
    date,
    journal_date: today,
    state: decideState(facts, now),
    window: windowsOf(facts),
    ...day,
    ...ofDate,
    battle: await readScore(deps),
    goals_due: goals.due,
    goals_done: goals.done,
    assistant_drop: assistantDrop ? dropView(assistantDrop) : null,
    newest_entries: entries.newest,
    memories: entries.memories,
    ...unread,
    drops_to_send: allowance.total_available,
  };
}

/** The assistant writes once a day (UTC): in any zone, its newest drop is shown until the next. */
const DROP_SHOWN_MS = 24 * 60 * 60 * 1000;

function dropView({
  date_sent,
  read_at,
  ...drop
}: {
  id: string;
  content: string;
  date_sent: Date;
  read_at: Date | null;
}) {
  return { ...drop, date_sent: date_sent.toISOString(), read_at: read_at?.toISOString() ?? null };
}
