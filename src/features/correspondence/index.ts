export { remindByMail } from './reminder-mail.actions.ts';
export { welcomeByMail } from './welcome.actions.ts';
