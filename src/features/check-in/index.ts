export { MAX_PHOTO_BYTES } from './check-in.schema.ts';
export { countCheckIns, deleteCheckInsOf } from './check-in.store.ts';
export { NAMELESS } from './check-in-view.actions.ts';
export { type DayParticipant, participantsOn } from './day/day.actions.ts';
export { teamStatsOf } from './day/team-stats.rules.ts';
export type { CheckInDeps } from './deps.ts';
export { canReportPhoto, listReportedPhotos, type ReportedPhoto } from './neighbours/reported-photo.actions.ts';
export { checkInSynthetic, type SyntheticCheckIn } from './synthetic/synthetic-check-in.actions.ts';
