import { type DigestFacts, digest } from './digest.template.ts';
import type { EmailKind, ExternalEmailKind, UserEmailKind } from './email-kind.rules.ts';
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
  'sponsor-message': SponsorMessageFacts;
  'sponsor-digest': SponsorDigestFacts;
  invitation: InvitationFacts;
  'group-invitation': GroupInvitationFacts;
};

/** An email that Meadow writes. */
export type Email<Kind extends EmailKind = EmailKind> = { [K in Kind]: { kind: K; facts: FactsByKind[K] } }[Kind];
export type UserEmail = Email<UserEmailKind>;
export type ExternalEmail = Email<ExternalEmailKind>;

const TEMPLATES: { [Kind in EmailKind]: EmailTemplate<FactsByKind[Kind]> } = {
  welcome,
  reminder,
  digest,
  'export-ready': exportReady,
  'sponsor-message': sponsorMessage,
  'sponsor-digest': sponsorDigest,
  invitation,
  'group-invitation': groupInvitation,
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
