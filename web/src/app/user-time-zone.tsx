import type { ReactNode } from 'react';
import type { ZoneClock } from '../shared/days/zone-clock.rules.ts';
import { ZoneClockContext } from '../shared/days/zone-clock.ts';

/** Shows instants in the time zone of the user's profile. Without one, or from a server that gives no clock, in that of the device. */
export function UserTimeZone({ clock, children }: { clock: ZoneClock | null | undefined; children: ReactNode }) {
  return <ZoneClockContext value={clock ?? undefined}>{children}</ZoneClockContext>;
}
