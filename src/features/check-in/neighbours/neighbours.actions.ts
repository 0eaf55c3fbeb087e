import type { Actor } from '#access/actor.ts';
import { type ChainPosition, neighbourIds, roughDistanceKm, selectChainPosition } from '#features/chain';
import { dayStateOf, windowSpan } from '#features/workout-window';
import type { Db } from '#platform/db/database.ts';
import { executeRead, joinReads, mapRead, type Read } from '#platform/db/read.ts';
import type { CheckIn } from '../check-in.schema.ts';
import { type CheckInRow, selectCheckInsOf } from '../check-in.store.ts';
import { hideBlocked, nameOf, viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import type { ChainBody, ChainDay, ChainMember, ChainNeighbour, Squad, SquadBody } from './neighbours.schema.ts';
import { type ChainMemberRow, selectChainMembers } from './neighbours.store.ts';

/** The neighbours of a user on a date. `userIds` are the user, the users before and after, and the squad. */
export type Neighbours = { position: ChainPosition; squad: string[]; userIds: string[] };

/** Finds the users whose photos a user can see on a date, or undefined if the user is in no chain. */
export async function findNeighbours(db: Db, userId: string, date: string): Promise<Neighbours | undefined> {
  return executeRead(db, selectNeighbours(userId, date));
}

export function selectNeighbours(userId: string, date: string): Read<Neighbours | undefined> {
  return mapRead(selectChainPosition(userId, date), (position) => {
    if (position === undefined) return undefined;
    const squad = position.squadUserIds;
    const links = [position.beforeUserId, position.afterUserId].filter((id) => id !== null);
    return { position, squad, userIds: [...new Set([userId, ...links, ...squad])] };
  });
}

/** The neighbours of the actor on a date, themselves and their check-ins. Users blocked with the actor look like former members. */
function selectNeighbourhood({ db }: CheckInDeps, { userId }: Actor, date: string) {
  const parts = {
    neighbours: selectNeighbours(userId, date),
    members: selectChainMembers(userId, date, neighbourIds(userId, date)),
    checkIns: selectCheckInsOf(db, date, neighbourIds(userId, date)),
  };
  return mapRead(joinReads(parts), ({ neighbours, members, checkIns }) => {
    const visible = members.map((row) => (row.is_blocked ? { ...row, ...HIDDEN } : row));
    const blocked = members.flatMap(({ id, is_blocked }) => (is_blocked ? id : []));
    return {
      neighbours,
      members: new Map(visible.map((row) => [row.id, row])),
      rows: hideBlocked(checkIns, blocked),
    };
  });
}

/** The window is hidden too: it shows when and in which time zone the user is active. */
const HIDDEN = {
  is_active: false,
  activity_type: null,
  start_time: null,
  end_time: null,
  timezone: null,
  since: null,
  is_rest: false,
  latitude: null,
  longitude: null,
};

type Members = ReadonlyMap<string, ChainMemberRow>;

/** About how far a member is away from the actor. Null for themselves, and for members who are inactive or blocked. */
function distanceTo(members: Members, actor: Actor, member: ChainMemberRow): number | null {
  const own = members.get(actor.userId);
  if (own === undefined || member.id === actor.userId || !member.is_active) return null;
  return roughDistanceKm(own, member);
}

/** Returns the actor's chain and squad of a date with their check-ins. The chain is null if the actor is in none. */
export async function readChain(deps: CheckInDeps, actor: Actor, date: string): Promise<ChainBody> {
  const { neighbours, members, rows } = await executeRead(deps.db, selectNeighbourhood(deps, actor, date));
  const currentUser = viewOfMember(members, actor, actor.userId);
  if (neighbours === undefined || currentUser === null) return { chain: null, checkins: [] };
  const { beforeUserId, afterUserId, teamColor } = neighbours.position;
  const chain = {
    beforeUser: viewOfMember(members, actor, beforeUserId),
    currentUser,
    afterUser: viewOfMember(members, actor, afterUserId),
    teamColor,
    squad: viewOfSquad(neighbours, members, actor),
  };
  return { chain, checkins: viewsOfCheckIns(deps, actor, rows) };
}

/** Returns the actor's squad of a date with its check-ins. The squad is null if the actor is in none. */
export async function readSquad(deps: CheckInDeps, actor: Actor, date: string): Promise<SquadBody> {
  const { neighbours, members, rows } = await executeRead(deps.db, selectNeighbourhood(deps, actor, date));
  const squad = neighbours && viewOfSquad(neighbours, members, actor);
  if (!squad) return { squad: null, checkins: [] };
  const ofSquad = rows.filter((row) => neighbours.squad.includes(row.user_id));
  return { squad, checkins: viewsOfCheckIns(deps, actor, ofSquad) };
}

/**
 * The neighbours of the actor on a date with the instants of their windows and their states, and the actor's check-in. Blocked and
 * inactive users have neither name nor window.
 */
export function selectChainDay(deps: CheckInDeps, actor: Actor, date: string): Read<ChainDay> {
  return mapRead(selectNeighbourhood(deps, actor, date), ({ neighbours, members, rows }) => {
    const own = rows.find((row) => row.user_id === actor.userId);
    const checkin = own === undefined ? null : viewOfCheckIn(deps, own, { isOwn: true, showsPhoto: true });
    if (neighbours === undefined) return { checkin, chain: null, squad: null };

    const now = deps.clock.now();
    const viewOf = (id: string | null): ChainNeighbour | null => {
      const member = id === null ? undefined : members.get(id);
      if (member === undefined) return null;
      const status = rows.find((row) => row.user_id === member.id)?.status ?? null;
      return { ...neighbourOf(member, status, date, now), distance_km: distanceTo(members, actor, member) };
    };
    const { beforeUserId, afterUserId, teamColor: team_color } = neighbours.position;
    const isInSquad = (row: { user_id: string }) => neighbours.squad.includes(row.user_id);
    const verified = rows.filter((row) => row.status === 'verified' && isInSquad(row));
    return {
      checkin,
      chain: { team_color, before: viewOf(beforeUserId), after: viewOf(afterUserId) },
      squad:
        neighbours.squad.length === 0
          ? null
          : {
              team_color,
              members: neighbours.squad.flatMap((id) => viewOf(id) ?? []),
              chips: verified.reduce((sum, row) => sum + row.battle_chips_earned, 0),
            },
    };
  });
}

function neighbourOf(
  row: ChainMemberRow,
  status: 'pending' | 'verified' | 'rejected' | null,
  date: string,
  now: Date,
): Omit<ChainNeighbour, 'distance_km'> {
  const { is_active, start_time: startTime, timezone: zone, since, is_rest: isRest } = row;
  const hasWindow = is_active && startTime !== null && zone !== null && since !== null;
  const window = hasWindow ? { startTime, zone, since, isRest } : null;
  const span = window && windowSpan({ date, ...window });
  return {
    id: row.id,
    full_name: nameOf(row),
    avatar_url: is_active ? row.avatar_url : null,
    is_ai: row.is_ai,
    status: dayStateOf(status, date, window, now),
    opens_at: span?.startsAt.toISOString() ?? null,
    closes_at: span?.endsAt.toISOString() ?? null,
  };
}

function viewOfSquad(neighbours: Neighbours, members: Members, actor: Actor): Squad | null {
  const [user1, user2, user3] = neighbours.squad.map((id) => viewOfMember(members, actor, id));
  if (!user1) return null;
  return { user1, user2: user2 ?? null, user3: user3 ?? null, teamColor: neighbours.position.teamColor };
}

function viewOfMember(members: Members, actor: Actor, id: string | null): ChainMember | null {
  const row = id === null ? undefined : members.get(id);
  if (row === undefined) return null;
  return {
    userId: row.id,
    userName: nameOf(row),
    avatarUrl: row.is_active ? row.avatar_url : null,
    activityType: row.activity_type,
    windowStartTime: row.start_time,
    windowEndTime: row.end_time,
    timezone: row.timezone,
    isAi: row.is_ai,
    distanceKm: distanceTo(members, actor, row),
  };
}

function viewsOfCheckIns(deps: CheckInDeps, actor: Actor, rows: readonly CheckInRow[]): CheckIn[] {
  return rows.map((row) =>
    viewOfCheckIn(deps, row, { isOwn: row.user_id === actor.userId, showsPhoto: row.is_active }),
  );
}
