import { type BlockedPairs, blockedBy, fits, type Pair } from '../blocked-pairs.rules.ts';
import { type Links, matchChains, type Participant } from '../matching/matching.rules.ts';
import { formSquads, formSquadsWithBlocks } from '../squad/squad.rules.ts';
import { assignColors, type TeamColor } from '../squad/team-color.rules.ts';

/** What is stored of somebody for a date, and whether they have checked in for it. */
export type ChainRow = Links & {
  userId: string;
  teamColor: TeamColor;
  squadId: string | null;
  hasCheckIn: boolean;
};

export type RebuildFacts = {
  /** Who takes part now: everybody of the group, but nobody whose row with a check-in belongs to another group. */
  population: readonly Participant[];
  /** The rows of the group on that date. */
  previous: readonly ChainRow[];
  /** The colours that people have on other dates of the same ISO week. */
  colorsOfWeek: ReadonlyMap<string, TeamColor>;
  /** Names the group and the week. */
  seed: string;
  /** Those among all these people who are kept apart. */
  blockedPairs: readonly Pair[];
};

/** A squad with its members in the order of their windows; it has no id yet where it is a new one. */
export type Squad = { id: string | null; teamColor: TeamColor; userIds: string[] };

/** Somebody's row with the position of the squad that names them; null where none does. */
export type DecidedRow = Links & { userId: string; teamColor: TeamColor; squad: number | null };

export type Rebuild = {
  /** How many people have a row then. */
  people: number;
  /** All squads of two and three that there are then. */
  squads: Squad[];
  /** The rows to be written: of those who take part and have not checked in, where they are not stored like that already. */
  chains: DecidedRow[];
  /** Whose rows are to be deleted: they take part no more, and have not checked in. */
  leavers: string[];
  /** The ids of squads to be deleted: nobody is in them then. */
  formerSquads: string[];
};

/**
 * What becomes of the chains, squads and colours of one group on one date when people come, go or change.
 *
 * A row with a check-in stays as it is, links, colour and squad, even where its person takes part no more. Everybody else is
 * linked afresh around those links (`matchChains`). Colours that were given stay; newcomers balance them. A squad with somebody
 * who has checked in stays together, without those who left, and without who has not checked in and is kept apart from one who
 * stays; nobody joins it, and where one person is left alone, it stays as it is stored. The others are formed afresh, and one
 * that comes out with the members it had keeps its id. So the same again changes nothing, whoever has checked in meanwhile.
 */
export function decideRebuild({ population, previous, colorsOfWeek, seed, blockedPairs }: RebuildFacts): Rebuild {
  const apart = blockedBy(blockedPairs);
  const rows = new Map(previous.map((row) => [row.userId, row]));
  const checkedIn = new Map([...rows].filter(([, { hasCheckIn }]) => hasCheckIn));
  const linked = matchChains(population, checkedIn, apart);
  const present = new Set(linked.map(({ userId }) => userId));
  const absent = [...checkedIn.values()].filter(({ userId }) => !present.has(userId)).sort(compareIds);

  const held = new Map([
    ...colorsOfWeek,
    ...[...rows.values()].map(({ userId, teamColor }) => [userId, teamColor] as const),
  ]);
  const members = assignColors([...linked, ...absent], held, seed);
  const squads = squadsOf(members, rows, apart);
  const positions = new Map(squads.flatMap(({ userIds }, squad) => userIds.map((userId) => [userId, squad] as const)));
  const decided = members
    .filter(({ userId }) => !checkedIn.has(userId))
    .map(({ userId, beforeUserId, afterUserId, teamColor }): DecidedRow => {
      return { userId, beforeUserId, afterUserId, teamColor, squad: positions.get(userId) ?? null };
    });
  const stay = new Set([...squads.map(({ id }) => id), ...[...checkedIn.values()].map(({ squadId }) => squadId)]);
  const formerSquads = new Set(
    previous.flatMap(({ squadId }) => (squadId === null || stay.has(squadId) ? [] : squadId)),
  );
  return {
    people: members.length,
    squads,
    chains: decided.filter(
      (row) => !isStored(row, row.squad === null ? null : squads[row.squad], rows.get(row.userId)),
    ),
    leavers: [...rows.keys()].filter((userId) => !present.has(userId) && !checkedIn.has(userId)).sort(),
    formerSquads: [...formerSquads].sort(),
  };
}

/** Whether a row is stored already just as it was decided; `squad` is the one that names its person. */
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

/** First those that stay together, then those that are formed of everybody else, red before blue. */
function squadsOf(members: readonly Member[], rows: ReadonlyMap<string, ChainRow>, apart: BlockedPairs): Squad[] {
  const together = stayTogether(members, rows, apart);
  const staying = new Map<string, Squad>();
  const settled = new Map<string, string>();
  const everybody: Record<TeamColor, string[]> = { red: [], blue: [] };
  for (const { userId, teamColor } of members) {
    everybody[teamColor].push(userId);
    const squadId = together.get(userId);
    if (squadId !== undefined) {
      const squad = staying.get(squadId) ?? { id: squadId, teamColor, userIds: [] };
      squad.userIds.push(userId);
      staying.set(squadId, squad);
      settled.set(userId, squadId);
    } else if (rows.get(userId)?.hasCheckIn) settled.set(userId, userId);
  }
  const idOf = idsByMembers(rows);
  const formed = (['red', 'blue'] as const).flatMap((teamColor) =>
    formAfresh(everybody[teamColor], settled, apart).map((userIds) => {
      return { id: idOf.get(keyOf(userIds)) ?? null, teamColor, userIds };
    }),
  );
  return [...[...staying.values()].filter(({ userIds }) => userIds.length > 1), ...formed];
}

/** The squads of those who are not settled in one. */
function formAfresh(userIds: readonly string[], settled: ReadonlyMap<string, string>, apart: BlockedPairs): string[][] {
  if (apart.size > 0 && userIds.some((userId) => apart.has(userId)))
    return formSquadsWithBlocks(userIds, settled, apart);
  return formSquads(userIds.filter((userId) => !settled.has(userId)));
}

/** By user id the squad that somebody stays in because one of it has checked in. */
function stayTogether(
  members: readonly Member[],
  rows: ReadonlyMap<string, ChainRow>,
  apart: BlockedPairs,
): ReadonlyMap<string, string> {
  const locked = new Map<string, string[]>();
  const together = new Map<string, string>();
  const stay = (userId: string, squadId: string) => {
    together.set(userId, squadId);
    locked.set(squadId, [...(locked.get(squadId) ?? []), userId]);
  };
  for (const { userId } of members) {
    const row = rows.get(userId);
    if (row?.hasCheckIn && row.squadId !== null) stay(userId, row.squadId);
  }
  for (const { userId } of members) {
    const { squadId = null, hasCheckIn = false } = rows.get(userId) ?? {};
    const others = squadId === null || hasCheckIn ? undefined : locked.get(squadId);
    if (squadId !== null && others !== undefined && fits(userId, others, apart)) stay(userId, squadId);
  }
  return together;
}

function idsByMembers(rows: ReadonlyMap<string, ChainRow>): Map<string, string> {
  const members = new Map<string, string[]>();
  for (const { userId, squadId } of rows.values()) {
    if (squadId !== null) members.set(squadId, [...(members.get(squadId) ?? []), userId]);
  }
  return new Map([...members].map(([id, userIds]) => [keyOf(userIds), id]));
}

const keyOf = (userIds: readonly string[]): string => userIds.toSorted().join(' ');
