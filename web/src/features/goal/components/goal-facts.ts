import { useTranslations } from 'use-intl';
import { daysBetween } from '../../../shared/days/days.rules.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import type { Goal } from '../api/queries.ts';

/** What is known of a goal in short: its streak and its end. */
export function useGoalFacts(today: string): (goal: Goal) => string[] {
  const t = useTranslations('goal');
  const date = useCalendarDate();
  return ({ streak, best_streak, target_date, status, check_in_count, last_check_in }) => {
    const facts: string[] = [];
    if (streak > 0) facts.push(t('streak', { count: streak }));
    else if (last_check_in !== null)
      facts.push(t('lastOn', { date: date(last_check_in.check_in_date, { day: 'numeric', month: 'long' }) }));
    if (best_streak > streak && best_streak > 1) facts.push(t('best', { count: best_streak }));
    if (check_in_count === 0) facts.push(t('notYet'));
    if (target_date !== null && status !== 'completed' && status !== 'abandoned') facts.push(endOf(target_date));
    return facts;
  };

  function endOf(target: string): string {
    const left = daysBetween(today, target);
    if (left === 0) return t('untilToday');
    const isThisYear = target.slice(0, 4) === today.slice(0, 4);
    const day = date(target, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' as const }) });
    return t(left < 0 ? 'untilPassed' : 'until', { date: day });
  }
}
