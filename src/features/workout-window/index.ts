export { setUpWindows } from './bulk-setup.actions.ts';
export {
  countedStateOf,
  type DayState,
  dayStateOf,
  dayStatesOn,
  isNextDay,
  type LastCheckIn,
} from './day-state.rules.ts';
export type { WorkoutWindowDeps } from './deps.ts';
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
