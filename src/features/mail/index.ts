export type { MailDeps } from './deps.ts';
export { queueAccountMails } from './outgoing-mail/account-mail.actions.ts';
export {
  mailExportReady,
  queueExternalMails,
  queueMails,
  welcomeByMail,
} from './outgoing-mail/queue.actions.ts';
export { MAX_SENT_PER_DAY as MAX_EMAILS_PER_DAY } from './quota/quota.rules.ts';
export { isEmailAddress } from './recipient/email-address.rules.ts';
export { EmailAddress } from './recipient/email-address.schema.ts';
