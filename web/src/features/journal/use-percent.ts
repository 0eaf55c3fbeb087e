import { useFormatter } from 'use-intl';

/** A share between 0 and 1 in percent. */
export function usePercent(): (share: number) => string {
  const format = useFormatter();
  return (share) => format.number(share, { style: 'percent' });
}
