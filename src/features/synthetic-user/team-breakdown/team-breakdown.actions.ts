import { type DayParticipant, participantsOn, teamStatsOf } from '../../check-in/index.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import type { DayBreakdown, SquadBreakdown, SquadQuery, TeamBreakdown } from './team-breakdown.schema.ts';

const MAX_PAGE_SIZE = 500;

/** The teams of a date, and a page of its squads (newest first), with how many of their members are synthetic. */
export async function readBreakdown(
  deps: SyntheticUserDeps,
  date: string,
  { limit = MAX_PAGE_SIZE, cursor }: SquadQuery,
): Promise<DayBreakdown> {
  const people = await participantsOn(deps.db, date, deps.clock.now());
  const before = cursor?.toLowerCase();
  const squads = [...squadsOf(people)]
    .filter(([id]) => before === undefined || id < before)
    .sort(([one], [other]) => (one < other ? 1 : -1));
  const page = squads.slice(0, limit);
  return {
    date,
    redTeam: teamOf(people.filter(({ teamColor }) => teamColor === 'red')),
    blueTeam: teamOf(people.filter(({ teamColor }) => teamColor === 'blue')),
    squads: page.map(([id, members]) => squadOf(id, members)),
    next_cursor: squads.length > limit ? (page.at(-1)?.[0] ?? null) : null,
  };
}

function squadsOf(people: readonly DayParticipant[]): Map<string, DayParticipant[]> {
  const squads = new Map<string, DayParticipant[]>();
  for (const person of people) {
    if (person.squadId === null) continue;
    const squad = squads.get(person.squadId) ?? [];
    squad.push(person);
    squads.set(person.squadId, squad);
  }
  return squads;
}

function teamOf(members: readonly DayParticipant[]): TeamBreakdown {
  return { ...teamStatsOf(members.map(({ state, chips }) => ({ state, users: 1, chips }))), ...countsOf(members) };
}

function squadOf(id: string, members: readonly DayParticipant[]): SquadBreakdown {
  return {
    id,
    teamColor: members[0]?.teamColor ?? 'red',
    members: members.map(({ userId, userName, isAi, state }) => ({ userId, userName, isAi, status: state })),
    ...countsOf(members),
  };
}

function countsOf(members: readonly DayParticipant[]): { realMembers: number; aiMembers: number } {
  const aiMembers = members.filter(({ isAi }) => isAi).length;
  return { realMembers: members.length - aiMembers, aiMembers };
}
