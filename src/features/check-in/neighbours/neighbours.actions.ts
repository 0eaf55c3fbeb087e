import type { Actor } from '../../../access/actor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { listBlockedWith } from '../../account/index.ts';
import { type ChainPosition, findChainPosition, listSquadMembers } from '../../chain/index.ts';
import type { CheckIn } from '../check-in.schema.ts';
import { listCheckInsOf } from '../check-in.store.ts';
import { hideBlocked, nameOf, viewOfCheckIn } from '../check-in-view.actions.ts';
import type { CheckInDeps } from '../deps.ts';
import type { ChainBody, ChainMember, Squad, SquadBody } from './neighbours.schema.ts';
import { type ChainMemberRow, listChainMembers } from './neighbours.store.ts';

/** The neighbours of a user on a date. `userIds` are the user, the users before and after, and the squad. */
export type Neighbours = { position: ChainPosition; squad: string[]; userIds: string[] };

/** Finds the users whose photos a user can see on a date, or undefined if the user is in no chain. */
export async function findNeighbours(db: Db, userId: string, date: string): Promise<Neighbours | undefined> {
  const position = await findChainPosition(db, userId, date);
  if (position === undefined) return undefined;
  const squad = position.squadId === null ? [] : await listSquadMembers(db, position.squadId);
  const links = [position.beforeUserId, position.afterUserId].filter((id) => id !== null);
  return { position, squad, userIds: [...new Set([userId, ...links, ...squad])] };
}

/** Returns the actor's chain and squad of a date with their check-ins. The chain is null if the actor is in none. */
export async function readChain(deps: CheckInDeps, actor: Actor, date: string): Promise<ChainBody> {
  const neighbours = await findNeighbours(deps.db, actor.userId, date);
  if (neighbours === undefined) return { chain: null, checkins: [] };
  const members = await listVisibleMembers(deps.db, actor.userId, neighbours.userIds);
  const { beforeUserId, afterUserId, teamColor } = neighbours.position;
  const currentUser = viewOfMember(members, actor.userId);
  if (currentUser === null) return { chain: null, checkins: [] };
  const chain = {
    beforeUser: viewOfMember(members, beforeUserId),
    currentUser,
    afterUser: viewOfMember(members, afterUserId),
    teamColor,
    squad: viewOfSquad(neighbours, members),
  };
  return { chain, checkins: await listVisibleCheckIns(deps, actor, date, neighbours.userIds) };
}

/** Returns the actor's squad of a date with its check-ins. The squad is null if the actor is in none. */
export async function readSquad(deps: CheckInDeps, actor: Actor, date: string): Promise<SquadBody> {
  const neighbours = await findNeighbours(deps.db, actor.userId, date);
  const squad =
    neighbours && viewOfSquad(neighbours, await listVisibleMembers(deps.db, actor.userId, neighbours.squad));
  if (!squad) return { squad: null, checkins: [] };
  return { squad, checkins: await listVisibleCheckIns(deps, actor, date, neighbours.squad) };
}

/** Lists members by id. Users blocked with the viewer look like former members. */
async function listVisibleMembers(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChainMemberRow>> {
  const [members, blocked] = await Promise.all([listChainMembers(db, ids), listBlockedWith(db, viewerId)]);
  const hidden = blocked.flatMap((id) => members.get(id) ?? []).map((row) => ({ ...row, ...HIDDEN }));
  return new Map([...members, ...hidden.map((row) => [row.id, row] as const)]);
}

/** The window is hidden too: it shows when and in which time zone the user is active. */
const HIDDEN = { is_active: false, activity_type: null, start_time: null, end_time: null, timezone: null };

function viewOfSquad(neighbours: Neighbours, members: ReadonlyMap<string, ChainMemberRow>): Squad | null {
  const [user1, user2, user3] = neighbours.squad.map((id) => viewOfMember(members, id));
  if (!user1) return null;
  return { user1, user2: user2 ?? null, user3: user3 ?? null, teamColor: neighbours.position.teamColor };
}

function viewOfMember(members: ReadonlyMap<string, ChainMemberRow>, id: string | null): ChainMember | null {
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
  };
}

async function listVisibleCheckIns(
  deps: CheckInDeps,
  actor: Actor,
  date: string,
  userIds: readonly string[],
): Promise<CheckIn[]> {
  const rows = hideBlocked(await listCheckInsOf(deps.db, date, userIds), await listBlockedWith(deps.db, actor.userId));
  return rows.map((row) =>
    viewOfCheckIn(deps, row, { isOwn: row.user_id === actor.userId, showsPhoto: row.is_active }),
  );
}
