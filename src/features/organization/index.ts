export { isInChargeOfGroups } from './charge.actions.ts';
export type { MailedInvitation } from './invitation.actions.ts';
export { invitationTokenOf } from './invitation-token.actions.ts';
