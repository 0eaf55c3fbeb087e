import type { Machine } from '#access/machine.ts';
import type { AccountDeps } from '#features/account';
import type { CheckInDeps } from '#features/check-in';
import type { OrganizationDeps } from '#features/organization';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import { createMailParser } from '#platform/text/mail-parser.ts';
import type { MailDeps } from './deps.ts';
import { inviteByMail } from './outgoing-mail/group-invitation.actions.ts';
import { remindByMail } from './outgoing-mail/queue.actions.ts';
import { inviteToSignUpByMail } from './outgoing-mail/sign-up-invitation.actions.ts';

type MailParts = Pick<
  MailDeps,
  'mailParser' | 'mailPolicy' | 'mailsPerRecipient' | 'mailDomain' | 'unsubscribeSignatures' | 'linkSecrets'
> &
  Pick<AccountDeps, 'inviteToSignUpByMail'> &
  Pick<OrganizationDeps, 'inviteByMail'> &
  Pick<CheckInDeps, 'remindByMail'>;

type Settings = {
  config: { mail: { policy: MailDeps['mailPolicy']; perRecipient: number; from: { address: string } } };
};

export function createMailParts(deps: MailDeps & Machine & Settings): MailParts {
  const { mail } = deps.config;
  const mailParser = createMailParser();
  deps.onClose(mailParser.close);
  return {
    mailParser,
    mailPolicy: mail.policy,
    mailsPerRecipient: mail.perRecipient,
    mailDomain: mail.from.address.replace(/^.*@/, ''),
    unsubscribeSignatures: createSignatures(deps.secretFor('unsubscribe')),
    linkSecrets: createSecretBox(deps.secretsFor('account mails')),
    inviteByMail: (tx, invitation) => inviteByMail(deps, tx, invitation),
    inviteToSignUpByMail: (tx, invitation) => inviteToSignUpByMail(deps, tx, invitation),
    remindByMail: (userIds, window) => remindByMail(deps, userIds, window),
  };
}
