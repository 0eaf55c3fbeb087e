import { dateOf, groupByDate } from '../../shared/days/days.rules.ts';
import type { ZoneClock } from '../../shared/days/zone-clock.rules.ts';
import type { LinkedEntry, Play } from './api/queries.ts';

/** Plays of one day in a zone, and the entries of that day. */
export type DayOfMusic = {
  date: string;
  plays: Play[];
  entries: LinkedEntry[];
};

/** The plays by day in the user's zone, in the order given. Days without a play are left out. */
export function daysOfMusic(
  plays: readonly Play[],
  entries: readonly LinkedEntry[],
  clock: ZoneClock | undefined,
): DayOfMusic[] {
  return groupByDate(plays, ({ played_at }) => dateOf(played_at, clock)).map(([date, ofDay]) => ({
    date,
    plays: ofDay,
    entries: entries.filter(({ entry_date }) => entry_date === date),
  }));
}

/** The entry of a day that a play was linked to, if there is one: it names the newest play of a track. */
export function entryOfPlay({ plays, entries }: DayOfMusic, play: Play): LinkedEntry | undefined {
  const newest = plays.find(({ track_id }) => track_id === play.track_id);
  return newest?.id === play.id ? entries.find(({ music_track_id }) => music_track_id === play.track_id) : undefined;
}
