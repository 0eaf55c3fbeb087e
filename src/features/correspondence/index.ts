export { inviteByMail } from './invitation.actions.ts';
export { MailAddress } from './personal-mail.schema.ts';
export { remindByMail } from './reminder-mail.actions.ts';
export { welcomeByMail } from './welcome.actions.ts';
