export { setUpWindows } from './bulk-setup.actions.ts';
export {
  type CountedState,
  countedStateOf,
  type DayWindow,
  dayStateOf,
  dayStatesOn,
  isNextDay,
  type LastCheckIn,
  ownDayStateOf,
} from './day-state.rules.ts';
export type { WorkoutWindowDeps } from './deps.ts';
export { isRestDate, nextActiveDate, type RestPeriod } from './rest-period.rules.ts';
export { listRestPeriods, type RestsOn, restsOn } from './rest-period.store.ts';
export { longestStreakOf, type StreakDay, streaksOf } from './streak.rules.ts';
export { type TimeSpan, windowSpan, windowSpansOn } from './window-span.rules.ts';
export { selectOwnWindow, setWindowOpen } from './workout-window.actions.ts';
export { dateOfMoment, dayEndsAt, isWithinWindow, type MatchingGroup } from './workout-window.rules.ts';
export { ActivityType, WorkoutWindow } from './workout-window.schema.ts';
export {
  findWindow,
  listMatchGroups,
  listParticipants,
  type ParticipantRow,
  selectWindow,
  type UserWindow,
  windowLock,
} from './workout-window.store.ts';
