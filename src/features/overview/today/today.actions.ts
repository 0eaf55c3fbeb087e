import type { Actor } from '../../../access/actor.ts';
import { addDays } from '../../../platform/days/calendar-date.ts';
import { readScore } from '../../battle/index.ts';
import { readChainDay } from '../../check-in/index.ts';
import { countUnreadDrops, findAssistantDrop, readAllowance } from '../../encouragement/index.ts';
import { listGoalsOfDay } from '../../goal/index.ts';
import { findToday, readNewestAndMemories } from '../../journal/index.ts';
import { findMosaicUrl } from '../../mosaic/index.ts';
import { countUnreadOf } from '../../notification/index.ts';
import { readWellbeingDay } from '../../wellbeing/index.ts';
import { dateOfMoment, findWindow, windowSpan } from '../../workout-window/index.ts';
import type { OverviewDeps } from '../deps.ts';
import { decideState, windowsOf } from './today.rules.ts';
import type { Today } from './today.schema.ts';

/** What the first screen of a client shows, in at most 15 statements, one after another, so that a request holds one connection. */
export async function readToday(deps: OverviewDeps, actor: Actor): Promise<Today> {
  const { userId } = actor;
  const now = deps.clock.now();
  const window = (await findWindow(deps.db, userId)) ?? null;
  const date = window === null ? await findToday(deps.db, userId, now) : dateOfMoment(now, window);
  // No chain contains users who never had a window.
  const day = window === null ? NO_DAY : await readChainDay(deps, actor, date);
  const spans = window && {
    today: windowSpan({ ...window, date }),
    next: window.isOpen ? windowSpan({ ...window, date: addDays(date, 1) }) : null,
  };
  const facts = { status: day.checkin?.status ?? null, spans, isInChain: day.chain !== null };
  const battle = await readScore(deps);
  const goals = await listGoalsOfDay(deps, actor);
  const wellbeing = await readWellbeingDay(deps, actor, date);
  const { newest, memories } = await readNewestAndMemories(deps, actor, date);
  const mosaicUrl = await findMosaicUrl(deps, date);
  const assistantDrop = (await findAssistantDrop(deps.db, userId, new Date(now.getTime() - DROP_SHOWN_MS))) ?? null;
  const unreadNotifications = await countUnreadOf(deps.db, userId);
  const unreadDrops = await countUnreadDrops(deps.db, userId);
  const { total_available } = await readAllowance(deps, actor);
  return {
    date,
    state: decideState(facts, now),
    window: windowsOf(facts),
    ...day,
    battle,
    goals_due: goals.due,
    goals_done: goals.done,
    wellbeing,
    assistant_drop: assistantDrop && dropView(assistantDrop),
    newest_entries: newest,
    memories,
    mosaic_url: mosaicUrl,
    unread_notifications: unreadNotifications,
    unread_drops: unreadDrops,
    drops_to_send: total_available,
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

const NO_DAY = { checkin: null, chain: null, squad: null };
