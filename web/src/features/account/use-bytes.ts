import { useFormatter } from 'use-intl';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Writes a number of bytes as a person reads it: 3.4 MB. */
export function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const power = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const maximumFractionDigits = power < 2 ? 0 : 1;
    return format.number(bytes / 1_000 ** power, {
      style: 'unit',
      unit: UNITS[power] ?? 'byte',
      maximumFractionDigits,
    });
  };
}
