export { type MatchingPlace, setUpWindows, setWindowOpen } from './bulk-setup.actions.ts';
export {
  countedStateOf,
  type DayState,
  dayStateOf,
  dayStatesOn,
  isNextDay,
  type LastCheckIn,
} from './day-state.rules.ts';
export {
  findOwnWindow,
  groupsToMatch,
  lockOwnWindow,
  type OwnWindow,
  type ParticipantRow,
  participantsOf,
} from './participant.actions.ts';
export { type Span, windowSpan, windowSpansOn } from './window-span.rules.ts';
export { dateOfMoment, dayEndsAt, isWithinWindow } from './workout-window.rules.ts';
export { ActivityType } from './workout-window.schema.ts';
