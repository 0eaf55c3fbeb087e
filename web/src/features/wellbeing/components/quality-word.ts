import { useTranslations } from 'use-intl';

const KEYS = ['quality1', 'quality2', 'quality3', 'quality4', 'quality5'] as const;

/** How a night was, from 1 to 5, in a word. */
export function useQualityWord(): (quality: number) => string {
  const t = useTranslations('wellbeing');
  return (quality) => t(KEYS[quality - 1] ?? 'quality3');
}
