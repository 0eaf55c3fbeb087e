export { countCheckIns } from './check-in-count.actions.ts';
export { NAMELESS } from './check-in-view.actions.ts';
export { type DayParticipant, participantsOn } from './day/day.actions.ts';
export { teamStatsOf } from './day/team-stats.rules.ts';
export { canReportPhoto, listReportedPhotos, type ReportedPhoto } from './neighbours/reported-photo.actions.ts';
export { checkInSynthetic, removeCheckInsOf, type SyntheticCheckIn } from './synthetic/synthetic-check-in.actions.ts';
