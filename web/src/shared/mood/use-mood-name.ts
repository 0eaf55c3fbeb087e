import { useTranslations } from 'use-intl';
import { moodOf } from './moods.ts';

/** The name of a mood in the language of the user. A word of the user's own stays as it is. */
export function useMoodName(): (word: string) => string {
  const t = useTranslations('mood');
  return (word) => {
    const known = moodOf(word);
    return known === null ? word : t(known.mood);
  };
}
