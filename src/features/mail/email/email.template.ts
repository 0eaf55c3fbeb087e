import {
  type AccountFacts,
  type AddressChangedFacts,
  type AddressChangeFacts,
  type AddressVerificationFacts,
  accountExists,
  addressChange,
  addressChanged,
  addressVerification,
  type NewDeviceFacts,
  newDevice,
  type PasswordChangedFacts,
  passwordChanged,
  passwordReset,
  signInLink,
} from './account.template.ts';
import { type AccountDeletionFacts, accountDeletion } from './account-deletion.template.ts';
import { type DigestFacts, digest } from './digest.template.ts';
import type { AccountEmailKind, EmailKind, ExternalEmailKind, UserEmailKind } from './email-kind.rules.ts';
import { type ExportReadyFacts, exportReady } from './export.template.ts';
import { type GroupInvitationFacts, groupInvitation, type InvitationFacts, invitation } from './invitation.template.ts';
import { type RenderedEmail, renderContent } from './layout.template.ts';
import { oneLine } from './plain-text.rules.ts';
import { type ReminderFacts, reminder } from './reminder.template.ts';
import {
  type SponsorDigestFacts,
  type SponsorMessageFacts,
  sponsorDigest,
  sponsorMessage,
} from './sponsor.template.ts';
import { type WelcomeFacts, welcome } from './welcome.template.ts';
import type { EmailTemplate, Recipient } from './wording.template.ts';

/** What the text of each kind is made of. Stored as JSON until the email is sent. */
type FactsByKind = {
  welcome: WelcomeFacts;
  reminder: ReminderFacts;
  digest: DigestFacts;
  'export-ready': ExportReadyFacts;
  'account-deletion': AccountDeletionFacts;
  'sponsor-message': SponsorMessageFacts;
  'sponsor-digest': SponsorDigestFacts;
  invitation: InvitationFacts;
  'group-invitation': GroupInvitationFacts;
  'address-verification': AddressVerificationFacts;
  'address-change': AddressChangeFacts;
  'address-changed': AddressChangedFacts;
  'password-reset': AccountFacts;
  'password-changed': PasswordChangedFacts;
  'sign-in-link': AccountFacts;
  'new-device': NewDeviceFacts;
  'account-exists': AccountFacts;
};

/** An email that Meadow writes. */
export type Email<Kind extends EmailKind = EmailKind> = { [K in Kind]: { kind: K; facts: FactsByKind[K] } }[Kind];
export type UserEmail = Email<UserEmailKind>;
export type ExternalEmail = Email<ExternalEmailKind>;
export type AccountEmail = Email<AccountEmailKind>;

const TEMPLATES: { [Kind in EmailKind]: EmailTemplate<FactsByKind[Kind]> } = {
  welcome,
  reminder,
  digest,
  'export-ready': exportReady,
  'account-deletion': accountDeletion,
  'sponsor-message': sponsorMessage,
  'sponsor-digest': sponsorDigest,
  invitation,
  'group-invitation': groupInvitation,
  'address-verification': addressVerification,
  'address-change': addressChange,
  'address-changed': addressChanged,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'sign-in-link': signInLink,
  'new-device': newDevice,
  'account-exists': accountExists,
};

export function subjectOf<Kind extends EmailKind>({ kind, facts }: Email<Kind>): string {
  return TEMPLATES[kind].subject(facts);
}

/** The email address for replies; undefined for the address of the service. */
export function replyToOf<Kind extends EmailKind>({ kind, facts }: Email<Kind>): string | undefined {
  return TEMPLATES[kind].replyTo?.(facts) ?? undefined;
}

export function renderEmail<Kind extends EmailKind>({ kind, facts }: Email<Kind>, recipient: Recipient): RenderedEmail {
  const { subject, content, reason, unsubscribeLabel } = TEMPLATES[kind];
  const { serviceUrl, unsubscribeUrl } = recipient;
  const hasUnsubscribe = unsubscribeLabel !== null && unsubscribeUrl !== null;
  return renderContent({
    ...content(facts, { ...recipient, name: oneLine(recipient.name) }),
    subject: subject(facts),
    reason,
    unsubscribe: hasUnsubscribe ? { label: unsubscribeLabel, url: unsubscribeUrl } : null,
    service: { label: new URL(serviceUrl).host, url: serviceUrl },
  });
}
