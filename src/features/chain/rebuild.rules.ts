import { type Links, matchChains, type Participant } from './chain.rules.ts';
import { formSquads } from './squad.rules.ts';
import { assignColors, type TeamColor } from './team.rules.ts';

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
 * who has checked in stays together, without those who left; nobody joins it, and where one person is left alone, it stays as
 * it is stored. The others are formed afresh, and one that comes out with the members it had keeps its id. So the same again
 * changes nothing, whoever has checked in meanwhile.
 */
export function decideRebuild({ population, previous, colorsOfWeek, seed }: RebuildFacts): Rebuild {
  const rows = new Map(previous.map((row) => [row.userId, row]));
  const checkedIn = new Map([...rows].filter(([, { hasCheckIn }]) => hasCheckIn));
  const linked = matchChains(population, checkedIn);
  const present = new Set(linked.map(({ userId }) => userId));
  const absent = [...checkedIn.values()].filter(({ userId }) => !present.has(userId)).sort(compareIds);

  const held = new Map([
    ...colorsOfWeek,
    ...[...rows.values()].map(({ userId, teamColor }) => [userId, teamColor] as const),
  ]);
  const members = assignColors([...linked, ...absent], held, seed);
  const squads = squadsOf(members, rows);
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
function squadsOf(members: readonly Member[], rows: ReadonlyMap<string, ChainRow>): Squad[] {
  const locked = new Set([...rows.values()].filter(({ hasCheckIn }) => hasCheckIn).map(({ squadId }) => squadId));
  const staying = new Map<string, Squad>();
  const others: Record<TeamColor, string[]> = { red: [], blue: [] };
  for (const { userId, teamColor } of members) {
    const { squadId, hasCheckIn } = rows.get(userId) ?? { squadId: null, hasCheckIn: false };
    if (squadId !== null && locked.has(squadId)) {
      const squad = staying.get(squadId) ?? { id: squadId, teamColor, userIds: [] };
      squad.userIds.push(userId);
      staying.set(squadId, squad);
    } else if (!hasCheckIn) others[teamColor].push(userId);
  }
  const idOf = idsByMembers(rows);
  const formed = (['red', 'blue'] as const).flatMap((teamColor) =>
    formSquads(others[teamColor]).map((userIds) => ({ id: idOf.get(keyOf(userIds)) ?? null, teamColor, userIds })),
  );
  return [...[...staying.values()].filter(({ userIds }) => userIds.length > 1), ...formed];
}

function idsByMembers(rows: ReadonlyMap<string, ChainRow>): Map<string, string> {
  const members = new Map<string, string[]>();
  for (const { userId, squadId } of rows.values()) {
    if (squadId !== null) members.set(squadId, [...(members.get(squadId) ?? []), userId]);
  }
  return new Map([...members].map(([id, userIds]) => [keyOf(userIds), id]));
}

const keyOf = (userIds: readonly string[]): string => userIds.toSorted().join(' ');
