import type { DueGoal } from './goal-due.rules.ts';

/** A user gets one for each goal and target date. Omits the title from the text, because locked screens show notifications. */
export function goalDue({ id, userId, title, targetDate }: DueGoal) {
  return {
    userId,
    kind: 'goal_due' as const,
    title: 'Your goal is due today',
    body: 'Today is the day that you set for one of your goals. Check in, or choose another day.',
    data: { goal_id: id, goal_title: title, date: targetDate },
    dedupeKey: `goal_due:${id}:${targetDate}`,
  };
}
