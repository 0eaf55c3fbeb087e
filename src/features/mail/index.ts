export { inviteByMail } from './group-invitation-mail.actions.ts';
export { isMailAddress } from './mail-address.rules.ts';
export { MailAddress } from './mail-address.schema.ts';
export type { MailQueueDeps } from './outgoing-mail.actions.ts';
export { storeExternalMails } from './outside-mail.actions.ts';
export type { MailPolicy } from './recipient.rules.ts';
export { remindByMail } from './reminder-mail.actions.ts';
export { welcomeByMail } from './welcome.actions.ts';
