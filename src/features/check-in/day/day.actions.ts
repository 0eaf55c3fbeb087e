import type { Actor } from '#access/actor.ts';
import { selectBlockedWith } from '#features/account';
import { findChainPosition } from '#features/chain';
import {
  type CountedState,
  countedStateOf,
  type DayWindow,
  dayStatesOn,
  findWindow,
  ownDayStateOf,
} from '#features/workout-window';
import type { ReadDb } from '#platform/db/database.ts';
import { executeRead, joinReads, mapRead, type Read } from '#platform/db/read.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { findCheckInOn, selectCheckInsOn } from '../check-in.store.ts';
import { hideBlocked, nameOf, viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import { selectNeighbours } from '../neighbours/neighbours.actions.ts';
import type { CheckInList, CheckInListQuery, OwnDayBody, TeamStatsBody } from './day.schema.ts';
import { type DayRow, listDay, selectDayParts } from './day.store.ts';
import { type TeamPart, teamStatsOf } from './team-stats.rules.ts';

/** A user in a chain of a date, with their state. */
export type DayParticipant = {
  userId: string;
  /** The name that other users see. */
  userName: string;
  isAi: boolean;
  teamColor: 'red' | 'blue';
  squadId: string | null;
  /** The key of the matching group. */
  group: string;
  state: CountedState;
  /** Chips of the verified check-in. */
  chips: number;
  /** Storage key of the square photo, if the user allows it in mosaics. */
  tileKey: string | null;
};

/**
 * Lists the users in a chain on a date, by id, with their current state. Users who have not started count as pending; users who rest
 * are left out.
 */
export async function participantsOn(db: ReadDb, date: string, now: Date): Promise<DayParticipant[]> {
  const stateOf = dayStatesOn(date, now);
  const rows = await listDay(db, date);
  return rows.flatMap((row) => {
    const state = countedStateOf(stateOf(row.status, windowOf(row)));
    if (state === null) return [];
    return {
      userId: row.user_id,
      userName: nameOf(row),
      isAi: row.is_ai,
      teamColor: row.team_color,
      squadId: row.squad_id,
      group: row.match_group,
      state,
      chips: row.status === 'verified' ? (row.chips ?? 0) : 0,
      tileKey: row.is_active && row.shows_photo ? row.tile_key : null,
    };
  });
}

export async function readTeamStats(deps: CheckInDeps, date: string): Promise<TeamStatsBody> {
  const { red, blue } = await executeRead(deps.db, selectTeamParts(date, deps.clock.now()));
  return { redTeam: teamStatsOf(red), blueTeam: teamStatsOf(blue) };
}

function selectTeamParts(date: string, now: Date): Read<Record<'red' | 'blue', TeamPart[]>> {
  const stateOf = dayStatesOn(date, now);
  return mapRead(selectDayParts(date), (rows) => {
    const parts: Record<'red' | 'blue', TeamPart[]> = { red: [], blue: [] };
    for (const { users, chips, ...row } of rows) {
      const state = countedStateOf(stateOf(row.status, windowOf(row)));
      if (state !== null) parts[row.team_color].push({ state, users, chips });
    }
    return parts;
  });
}

/** Returns the actor's check-in and state of a date. */
export async function readOwnDay(deps: CheckInDeps, actor: Actor, date: string): Promise<OwnDayBody> {
  const row = await findCheckInOn(deps.db, actor.userId, date);
  const window = await findWindow(deps.db, actor.userId);
  const isInChain = (await findChainPosition(deps.db, actor.userId, date)) !== undefined;
  return {
    checkin: row === undefined ? null : viewOfCheckIn(deps, row, { isOwn: true, showsPhoto: true }),
    status: ownDayStateOf({ status: row?.status ?? null, window: window ?? null, isInChain }, date, deps.clock.now()),
  };
}

/** Lists a page of the check-ins of a date, newest first, or that of one user. The stats are those of all users. */
export async function listCheckIns(
  deps: CheckInDeps,
  actor: Actor,
  date: string,
  query: CheckInListQuery,
): Promise<CheckInList> {
  const { limit, after } = parsePage(query);
  const parts = {
    found: selectCheckInsOn(deps.db, date, { userId: query.user_id, after, limit: limit + 1 }),
    blocked: selectBlockedWith(actor.userId),
    neighbours: selectNeighbours(actor.userId, date),
    teams: selectTeamParts(date, deps.clock.now()),
  };
  const { found, blocked, neighbours, teams } = await executeRead(deps.db, joinReads(parts));
  const { rows, next } = toPage(found, limit);
  const visible = new Set([actor.userId, ...(neighbours?.userIds ?? [])]);
  const { red, blue } = teams;
  const { totalMembers: total, completed, failed } = teamStatsOf([...red, ...blue]);
  return {
    checkins: hideBlocked(rows, blocked).map((row) =>
      viewOfCheckIn(deps, row, {
        isOwn: row.user_id === actor.userId,
        showsPhoto: visible.has(row.user_id) && row.is_active,
      }),
    ),
    next_cursor: writeCursor(next),
    stats: { total, completed, failed },
  };
}

type WindowColumns = Pick<DayRow, 'start_time' | 'timezone' | 'since' | 'is_rest'>;

function windowOf({ start_time: startTime, timezone: zone, since, is_rest: isRest }: WindowColumns): DayWindow | null {
  return startTime === null || zone === null || since === null ? null : { startTime, zone, since, isRest };
}
