import { createContext, useContext } from 'react';
import type { ZoneClock } from './zone-clock.rules.ts';

export const ZoneClockContext = createContext<ZoneClock | undefined>(undefined);

/** The clock of the user's time zone; undefined for that of the device. */
export function useZoneClock(): ZoneClock | undefined {
  return useContext(ZoneClockContext);
}

/** The name of the user's time zone; that of the device if none is chosen. */
export function useZoneName(): string {
  return useZoneClock()?.name ?? deviceZone();
}

export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
