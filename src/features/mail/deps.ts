import type { PhotoDeps } from '#features/journal';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Signatures } from '#platform/crypto/signatures.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { MailParser } from '#platform/text/mail-parser.ts';
import type { Mail } from '#providers/mail/mail.ts';
import type { MailPolicy } from './recipient/recipient.rules.ts';

export type MailDeps = PhotoDeps & {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mail: Mail;
  mailParser: MailParser;
  mailPolicy: MailPolicy;
  /** Emails that a user can send to one address on a day (UTC), other than the user's own. */
  mailsPerRecipient: number;
  /** The domain of journal addresses. */
  mailDomain: string;
  publicUrl: string;
  unsubscribeSignatures: Signatures;
  invitationSignatures: Signatures;
  /** Seals the secrets of links in queued emails. */
  linkSecrets: SecretBox;
  isDraining: () => boolean;
  config: { requestLimits: { isOn: boolean } };
};
