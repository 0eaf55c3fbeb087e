import type { Actor } from '#access/actor.ts';
import { selectChainDay } from '#features/check-in';
import { findToday } from '#features/journal';
import { dateOfMoment, findWindow, isRestDate, windowSpan } from '#features/workout-window';
import { executeRead } from '#platform/db/read.ts';
import type { McpDeps } from '../deps.ts';
import { defineTool, type Tool } from './tool.actions.ts';
import { ReadToday } from './tool.schema.ts';

export const WORKOUT_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'read_today',
    title: 'Read the workout of today',
    description:
      'Reads the date of the user, their workout window, their check-in, and who comes before and after them in the chain. Parts that they do not have are null.',
    scope: 'workout',
    isReadOnly: true,
    input: ReadToday,
    run: readToday,
  }),
];

async function readToday(deps: McpDeps, actor: Actor): Promise<object> {
  const now = deps.clock.now();
  const window = (await findWindow(deps.db, actor.userId)) ?? null;
  const date = window === null ? await findToday(deps.db, actor.userId, now) : dateOfMoment(now, window);
  const { checkin, chain, squad } = await executeRead(deps.db, selectChainDay(deps, actor, date));
  const span = window && windowSpan({ ...window, date });
  return {
    date,
    window: span && {
      opens_at: span.startsAt.toISOString(),
      closes_at: span.endsAt.toISOString(),
      time_zone: window?.zone,
      is_paused: !window?.isOpen,
      is_rest: window !== null && isRestDate(date, window.rest),
    },
    check_in: checkin && { status: checkin.status, created_at: checkin.created_at },
    chain,
    squad,
  };
}
