import { useTranslations } from 'use-intl';
import type { CheckInStatus } from '../api/queries.ts';

const KEYS = {
  completed: 'statusCompleted',
  partial: 'statusPartial',
  missed: 'statusMissed',
  skipped: 'statusSkipped',
} as const satisfies Record<CheckInStatus, string>;

/** The statuses in the order of the choices. */
export const STATUSES: readonly CheckInStatus[] = ['completed', 'partial', 'skipped', 'missed'];

export function useStatusWord(): (status: CheckInStatus) => string {
  const t = useTranslations('goal');
  return (status) => t(KEYS[status]);
}
