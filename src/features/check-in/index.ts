export { type DayParticipant, participantsOn } from './day.actions.ts';
export { completionRateOf } from './team-stats.rules.ts';
