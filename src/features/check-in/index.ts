export { countCheckIns } from './check-in-count.actions.ts';
export { type DayParticipant, participantsOn } from './day.actions.ts';
export { canReportPhoto, listReportedPhotos, type ReportedPhoto } from './report-subject.actions.ts';
export { checkInSynthetic, removeCheckInsOf, type SyntheticCheckIn } from './synthetic-check-in.actions.ts';
export { teamStatsOf } from './team-stats.rules.ts';
export { NAMELESS } from './view.actions.ts';
