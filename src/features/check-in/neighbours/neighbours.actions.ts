import type { Actor } from '../../../access/actor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { listBlockedWith } from '../../account/index.ts';
import { type ChainPosition, findChainPosition, membersOfSquad } from '../../chain/index.ts';
import type { MediaDeps } from '../../media/index.ts';
import type { CheckIn } from '../check-in.schema.ts';
import { listCheckInsOf } from '../check-in.store.ts';
import { hideBlocked, nameOf, viewOfCheckIn } from '../check-in-view.actions.ts';
import type { ChainBody, ChainPerson, Squad, SquadBody } from '../day/day.schema.ts';
import { type ChainPersonRow, listChainPeople } from '../day/day.store.ts';

export type CircleDeps = MediaDeps & { db: Db };

/** The people close to somebody on a date: who comes before and after them, and their squad, themself included. */
export type Circle = { place: ChainPosition; squad: string[]; everybody: string[] };

/** Whose photos somebody may see on a date, their own among them; undefined where they are in no chain. */
export async function circleOf(db: Db, userId: string, date: string): Promise<Circle | undefined> {
  const place = await findChainPosition(db, userId, date);
  if (place === undefined) return undefined;
  const squad = place.squadId === null ? [] : await membersOfSquad(db, place.squadId);
  const links = [place.beforeUserId, place.afterUserId].filter((id) => id !== null);
  return { place, squad, everybody: [...new Set([userId, ...links, ...squad])] };
}

/** The actor's chain of a date, null where they are in none, and the check-ins of everybody in it. */
export async function readChain(deps: CircleDeps, actor: Actor, date: string): Promise<ChainBody> {
  const circle = await circleOf(deps.db, actor.userId, date);
  if (circle === undefined) return { chain: null, checkins: [] };
  const people = await peopleShownTo(deps.db, actor.userId, circle.everybody);
  const { beforeUserId, afterUserId, teamColor } = circle.place;
  const currentUser = personIn(people, actor.userId);
  if (currentUser === null) return { chain: null, checkins: [] };
  const chain = {
    beforeUser: personIn(people, beforeUserId),
    currentUser,
    afterUser: personIn(people, afterUserId),
    teamColor,
    squad: squadOf(circle, people),
  };
  return { chain, checkins: await checkInsOf(deps, actor, date, circle.everybody) };
}

/** The actor's squad of a date, null where they are in none, and its check-ins. */
export async function readSquad(deps: CircleDeps, actor: Actor, date: string): Promise<SquadBody> {
  const circle = await circleOf(deps.db, actor.userId, date);
  const squad = circle && squadOf(circle, await peopleShownTo(deps.db, actor.userId, circle.squad));
  if (!squad) return { squad: null, checkins: [] };
  return { squad, checkins: await checkInsOf(deps, actor, date, circle.squad) };
}

/** These people as the viewer may see them: of somebody they have a block with as little as of a former member. */
async function peopleShownTo(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChainPersonRow>> {
  const [people, blocked] = await Promise.all([listChainPeople(db, ids), listBlockedWith(db, viewerId)]);
  const hidden = blocked.flatMap((id) => people.get(id) ?? []).map((row) => ({ ...row, ...HIDDEN }));
  return new Map([...people, ...hidden.map((row) => [row.id, row] as const)]);
}

/** Their present window would tell where to find them, and when. */
const HIDDEN = { is_active: false, activity_type: null, start_time: null, end_time: null, timezone: null };

function squadOf(circle: Circle, people: ReadonlyMap<string, ChainPersonRow>): Squad | null {
  const [user1, user2, user3] = circle.squad.map((id) => personIn(people, id));
  if (!user1) return null;
  return { user1, user2: user2 ?? null, user3: user3 ?? null, teamColor: circle.place.teamColor };
}

function personIn(people: ReadonlyMap<string, ChainPersonRow>, id: string | null): ChainPerson | null {
  const row = id === null ? undefined : people.get(id);
  if (row === undefined) return null;
  return {
    userId: row.id,
    userName: nameOf(row),
    avatarUrl: row.is_active ? row.avatar_url : null,
    activityType: row.activity_type as ChainPerson['activityType'],
    windowStartTime: row.start_time,
    windowEndTime: row.end_time,
    timezone: row.timezone,
    isAi: row.is_ai,
  };
}

async function checkInsOf(
  deps: CircleDeps,
  actor: Actor,
  date: string,
  userIds: readonly string[],
): Promise<CheckIn[]> {
  const rows = hideBlocked(await listCheckInsOf(deps.db, date, userIds), await listBlockedWith(deps.db, actor.userId));
  return rows.map((row) =>
    viewOfCheckIn(deps, row, { isOwn: row.user_id === actor.userId, showsPhoto: row.is_active }),
  );
}
