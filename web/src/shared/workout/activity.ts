import type { components } from '@meadow/client';
import { useTranslations } from 'use-intl';
import type { IconName } from '../icons/icon-shapes.tsx';

export type OwnWindow = components['schemas']['WorkoutWindow'];
export type Activity = components['schemas']['ActivityType'];

const ACTIVITY = {
  cardio: { icon: 'run', label: 'cardio' },
  strength: { icon: 'strength', label: 'strength' },
  walk: { icon: 'walk', label: 'walk' },
  meditation: { icon: 'meditation', label: 'meditation' },
  reading: { icon: 'journal', label: 'reading' },
  homework: { icon: 'pencil', label: 'homework' },
  other: { icon: 'flag', label: 'other' },
} as const satisfies Record<Activity, { icon: IconName; label: string }>;

export const ACTIVITIES = Object.keys(ACTIVITY) as Activity[];

type Named = Pick<OwnWindow, 'activity_type' | 'custom_activity'>;

/** The word and the icon of what a window is for. */
export function useActivityName() {
  const t = useTranslations('workout');
  return {
    word: ({ activity_type, custom_activity }: Named) => custom_activity ?? t(ACTIVITY[activity_type].label),
    icon: ({ activity_type }: Named): IconName => ACTIVITY[activity_type].icon,
  };
}
