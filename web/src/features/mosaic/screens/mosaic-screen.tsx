import { hasBegun } from '../day.rules.ts';
import type { MosaicSearch } from '../search.rules.ts';
import { DayScreen } from './day-screen.tsx';
import { FutureScreen } from './future-screen.tsx';

export type MosaicScreenProps = { date: string; today: string; userId: string; search: MosaicSearch };

/** The mosaic of a date. A date that has not begun in any time zone has none. */
export function MosaicScreen(props: MosaicScreenProps) {
  if (!hasBegun(props.date, new Date())) return <FutureScreen {...props} />;
  return <DayScreen key={props.date} {...props} />;
}
