import { useNow, useTranslations } from 'use-intl';
import { endingOf } from './day.rules.ts';
import type { Mosaic } from './mosaic.ts';

const TICK_MS = 60_000;

/** The counts of a day in words, and until when it changes. */
export function useCounts({ date, stats }: Pick<Mosaic, 'date' | 'stats'>) {
  const t = useTranslations('mosaic');
  const now = useNow({ updateInterval: TICK_MS });
  const ending = endingOf(date, now);
  const bloomed = t('bloomed', { completed: stats.completed, total: stats.totalParticipants });
  const rest = [
    stats.pending > 0 && t('toCome', { count: stats.pending }),
    stats.failed > 0 && t('missedCount', { count: stats.failed }),
    ending !== 'over' && t(`openUntil.${ending}`),
  ];
  const parts = [bloomed, ...rest].filter((part) => part !== false);
  return { bloomed, whole: parts.join(' · ') };
}
