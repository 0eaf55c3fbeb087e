import type { Db } from '../../platform/db/database.ts';
import { countedStateOf, type DayState, dayStatesOn } from '../workout-window/index.ts';
import { type DayRow, listDay } from './day.store.ts';

/** Somebody who takes part on a date, and how it goes. */
export type DayParticipant = {
  userId: string;
  /** As others may see it: of somebody who is blocked, it says nothing. */
  userName: string;
  isAi: boolean;
  teamColor: 'red' | 'blue';
  squadId: string | null;
  /** Whom they are matched with, as a key. */
  group: string;
  state: Exclude<DayState, 'not_started'>;
  /** What a verified check-in has earned. */
  chips: number;
  /** The key of a square of their photo, where they let it be seen in pictures of everybody. */
  tileKey: string | null;
};

/** What somebody is called who may not be named. */
const NAMELESS = 'A former member';

/** Everybody who is in a chain on a date, by id, as the day stands now: who has not started yet counts as pending. */
export async function participantsOn(db: Db, date: string, now: Date): Promise<DayParticipant[]> {
  const stateOf = dayStatesOn(date, now);
  const rows = await listDay(db, date);
  return rows.map((row) => ({
    userId: row.user_id,
    userName: row.is_active ? row.full_name : NAMELESS,
    isAi: row.is_ai,
    teamColor: row.team_color,
    squadId: row.squad_id,
    group: row.match_group,
    state: countedStateOf(stateOf(row.status, windowOf(row))),
    chips: row.status === 'verified' ? (row.chips ?? 0) : 0,
    tileKey: row.is_active && row.shows_photo ? row.tile_key : null,
  }));
}

function windowOf({ start_time: startTime, timezone: zone, since }: DayRow) {
  return startTime === null || zone === null || since === null ? null : { startTime, zone, since };
}
