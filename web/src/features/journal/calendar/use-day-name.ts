import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';

/** A day with its mood, in words. */
export function useDayName(): (day: string, mood: string | undefined) => string {
  const t = useTranslations('journal');
  const date = useCalendarDate();
  const moodName = useMoodName();
  return (day, mood) => {
    const name = date(day, { day: 'numeric', month: 'long', year: 'numeric' });
    return mood === undefined
      ? t('dayWithoutMood', { day: name })
      : t('dayWithMood', { day: name, mood: moodName(mood) });
  };
}
