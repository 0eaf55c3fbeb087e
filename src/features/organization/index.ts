export type { EmailInvitation } from './deps.ts';
export { invitationTokenOf } from './invitation/invitation-token.actions.ts';
export { existsGroupLedBy } from './organization/ownership.store.ts';
