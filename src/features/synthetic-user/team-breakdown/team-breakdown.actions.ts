import { type DayParticipant, participantsOn, teamStatsOf } from '#features/check-in';
import type { SyntheticUserDeps } from '../deps.ts';
import type { DayBreakdown, SquadBreakdown, SquadQuery, TeamBreakdown } from './team-breakdown.schema.ts';

const MAX_PAGE_SIZE = 500;

/** Returns the teams of a date and a page of its squads, newest first, with their numbers of synthetic users. */
export async function readBreakdown(
  deps: SyntheticUserDeps,
  date: string,
  { limit = MAX_PAGE_SIZE, cursor }: SquadQuery,
): Promise<DayBreakdown> {
  const participants = await participantsOn(deps.db, date, deps.clock.now());
  const before = cursor?.toLowerCase();
  const squads = [...squadsOf(participants)]
    .filter(([id]) => before === undefined || id < before)
    .sort(([one], [other]) => (one < other ? 1 : -1));
  const page = squads.slice(0, limit);
  return {
    date,
    redTeam: teamOf(participants.filter(({ teamColor }) => teamColor === 'red')),
    blueTeam: teamOf(participants.filter(({ teamColor }) => teamColor === 'blue')),
    squads: page.map(([id, members]) => squadOf(id, members)),
    next_cursor: squads.length > limit ? (page.at(-1)?.[0] ?? null) : null,
  };
}

function squadsOf(participants: readonly DayParticipant[]): Map<string, DayParticipant[]> {
  const squads = new Map<string, DayParticipant[]>();
  for (const participant of participants) {
    if (participant.squadId === null) continue;
    const squad = squads.get(participant.squadId) ?? [];
    squad.push(participant);
    squads.set(participant.squadId, squad);
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
