import { type BlockedPairs, canJoin, indexPairs, type Pair } from '../blocked-pairs.rules.ts';
import type { Links, TeamColor } from '../chain.rules.ts';
import { linkUsers, type Participant } from '../links/links.rules.ts';
import { formSquads, formSquadsWithBlocks } from '../squad/squad.rules.ts';
import { assignColors } from '../squad/team-color.rules.ts';

/** The stored row of a user on a date, and whether the user has checked in. */
export type ChainRow = Links & {
  userId: string;
  teamColor: TeamColor;
  squadId: string | null;
  hasCheckIn: boolean;
};

export type RebuildFacts = {
  /** The participants of the group, without users whose row with a check-in belongs to another group. */
  population: readonly Participant[];
  /** The rows of the group on that date. */
  previous: readonly ChainRow[];
  /** The colours of users on other dates of the same ISO week. */
  colorsOfWeek: ReadonlyMap<string, TeamColor>;
  /** Identifies the group and the week. */
  seed: string;
  blockedPairs: readonly Pair[];
};

/** A squad with its members in the order of their windows. A new squad has no id. */
export type Squad = { id: string | null; teamColor: TeamColor; userIds: string[] };

/** The row of a user with the index of their squad, or null. */
export type DecidedRow = Links & { userId: string; teamColor: TeamColor; squad: number | null };

export type Rebuild = {
  /** Number of users with a row after the rebuild. */
  memberCount: number;
  /** All squads of two and three after the rebuild. */
  squads: Squad[];
  /** Rows to write: of participants without a check-in, unless they are already stored as decided. */
  chains: DecidedRow[];
  /** Users whose rows are deleted: no longer participants, and without a check-in. */
  leavers: string[];
  /** Ids of squads to delete, because they have no members. */
  formerSquads: string[];
};

/**
 * Decides chains, squads and colours of one group on one date after a change of its members.
 *
 * A row with a check-in is never changed: links, colour and squad stay, even if the user is no longer a participant. All other
 * users are linked again around these links (`linkUsers`). Colours are kept; new members balance them.
 *
 * A squad with a check-in keeps its members, except leavers and users blocked with a member who stays. No user joins it. If
 * only one member remains, the stored squad is kept. All other squads are formed again; a squad with the same members keeps its
 * id. So a rebuild without changes writes nothing.
 */
export function decideRebuild({ population, previous, colorsOfWeek, seed, blockedPairs }: RebuildFacts): Rebuild {
  const blocked = indexPairs(blockedPairs);
  const rows = new Map(previous.map((row) => [row.userId, row]));
  const checkedIn = new Map([...rows].filter(([, { hasCheckIn }]) => hasCheckIn));
  const linked = linkUsers(population, checkedIn, blocked);
  const present = new Set(linked.map(({ userId }) => userId));
  const absent = [...checkedIn.values()].filter(({ userId }) => !present.has(userId)).sort(compareIds);

  const currentColors = new Map([
    ...colorsOfWeek,
    ...[...rows.values()].map(({ userId, teamColor }) => [userId, teamColor] as const),
  ]);
  const members = assignColors([...linked, ...absent], currentColors, seed);
  const squads = squadsOf(members, rows, blocked);
  const positions = new Map(squads.flatMap(({ userIds }, squad) => userIds.map((userId) => [userId, squad] as const)));
  const decided = members
    .filter(({ userId }) => !checkedIn.has(userId))
    .map(({ userId, beforeUserId, afterUserId, teamColor }): DecidedRow => {
      return { userId, beforeUserId, afterUserId, teamColor, squad: positions.get(userId) ?? null };
    });
  const keep = new Set([...squads.map(({ id }) => id), ...[...checkedIn.values()].map(({ squadId }) => squadId)]);
  const formerSquads = new Set(
    previous.flatMap(({ squadId }) => (squadId === null || keep.has(squadId) ? [] : squadId)),
  );
  return {
    memberCount: members.length,
    squads,
    chains: decided.filter(
      (row) => !isStored(row, row.squad === null ? null : squads[row.squad], rows.get(row.userId)),
    ),
    leavers: [...rows.keys()].filter((userId) => !present.has(userId) && !checkedIn.has(userId)).sort(),
    formerSquads: [...formerSquads].sort(),
  };
}

/** Whether a row is already stored as decided. `squad` is the squad of its user. */
function isStored(row: DecidedRow, squad: Squad | null | undefined, stored: ChainRow | undefined): boolean {
  return (
    stored !== undefined &&
    stored.beforeUserId === row.beforeUserId &&
    stored.afterUserId === row.afterUserId &&
    stored.teamColor === row.teamColor &&
    (squad ? squad.id !== null && squad.id === stored.squadId : stored.squadId === null)
  );
}

function compareIds(one: { userId: string }, other: { userId: string }): number {
  return one.userId < other.userId ? -1 : 1;
}

type Member = { userId: string; teamColor: TeamColor };

/** Returns the kept squads, then the squads formed of all other users, red before blue. */
function squadsOf(members: readonly Member[], rows: ReadonlyMap<string, ChainRow>, blocked: BlockedPairs): Squad[] {
  const frozenSquads = frozenMembers(members, rows, blocked);
  const keptSquads = new Map<string, Squad>();
  const frozen = new Map<string, string>();
  const byColor: Record<TeamColor, string[]> = { red: [], blue: [] };
  for (const { userId, teamColor } of members) {
    byColor[teamColor].push(userId);
    const squadId = frozenSquads.get(userId);
    if (squadId !== undefined) {
      const squad = keptSquads.get(squadId) ?? { id: squadId, teamColor, userIds: [] };
      squad.userIds.push(userId);
      keptSquads.set(squadId, squad);
      frozen.set(userId, squadId);
    } else if (rows.get(userId)?.hasCheckIn) frozen.set(userId, userId);
  }
  const idOf = idsByMembers(rows);
  const formed = (['red', 'blue'] as const).flatMap((teamColor) =>
    formNewSquads(byColor[teamColor], frozen, blocked).map((userIds) => {
      return { id: idOf.get(keyOf(userIds)) ?? null, teamColor, userIds };
    }),
  );
  return [...[...keptSquads.values()].filter(({ userIds }) => userIds.length > 1), ...formed];
}

/** Forms squads of the users who are not frozen. */
function formNewSquads(
  userIds: readonly string[],
  frozen: ReadonlyMap<string, string>,
  blocked: BlockedPairs,
): string[][] {
  if (blocked.size > 0 && userIds.some((userId) => blocked.has(userId)))
    return formSquadsWithBlocks(userIds, frozen, blocked);
  return formSquads(userIds.filter((userId) => !frozen.has(userId)));
}

/** Maps users to the squad that they keep because one of its members has checked in. */
function frozenMembers(
  members: readonly Member[],
  rows: ReadonlyMap<string, ChainRow>,
  blocked: BlockedPairs,
): ReadonlyMap<string, string> {
  const locked = new Map<string, string[]>();
  const frozenSquads = new Map<string, string>();
  const keep = (userId: string, squadId: string) => {
    frozenSquads.set(userId, squadId);
    locked.set(squadId, [...(locked.get(squadId) ?? []), userId]);
  };
  for (const { userId } of members) {
    const row = rows.get(userId);
    if (row?.hasCheckIn && row.squadId !== null) keep(userId, row.squadId);
  }
  for (const { userId } of members) {
    const { squadId = null, hasCheckIn = false } = rows.get(userId) ?? {};
    const others = squadId === null || hasCheckIn ? undefined : locked.get(squadId);
    if (squadId !== null && others !== undefined && canJoin(userId, others, blocked)) keep(userId, squadId);
  }
  return frozenSquads;
}

function idsByMembers(rows: ReadonlyMap<string, ChainRow>): Map<string, string> {
  const members = new Map<string, string[]>();
  for (const { userId, squadId } of rows.values()) {
    if (squadId !== null) members.set(squadId, [...(members.get(squadId) ?? []), userId]);
  }
  return new Map([...members].map(([id, userIds]) => [keyOf(userIds), id]));
}

const keyOf = (userIds: readonly string[]): string => userIds.toSorted().join(' ');
