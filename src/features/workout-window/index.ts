export { findOpenWindow, groupsToMatch, type ParticipantRow, participantsOf } from './participant.actions.ts';
