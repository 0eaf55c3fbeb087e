import { isPlainName, oneLine } from './plain-text.rules.ts';
import { type EmailTemplate, formatDate, greet } from './wording.template.ts';

/** An approved waitlist entry. The name is empty if the applicant gave none. */
export type InvitationFacts = { readerName: string };

export const invitation: EmailTemplate<InvitationFacts> = {
  subject: () => 'Your invitation to Meadow',
  content: (_facts, { name, serviceUrl }) => ({
    preview: 'You asked to join Meadow, and now you can.',
    heading: greet('You can join now', name),
    parts: [
      {
        kind: 'paragraph',
        text: 'You asked to join Meadow: a quiet place to write, and people who keep each other going. Now you can.',
      },
      { kind: 'paragraph', text: `Sign up with this email address at ${serviceUrl} at any time.` },
    ],
  }),
  reason:
    'You get this email once, because this address was entered on the waitlist. If it was not you, ignore this email.',
  unsubscribeLabel: null,
};

/** An invitation to a group. Users choose the names; `expiresOn` is a calendar date (UTC). */
export type GroupInvitationFacts = {
  invitationId: string;
  groupKind: 'organization' | 'team';
  groupName: string;
  inviterName: string;
  expiresOn: string;
};

export const groupInvitation: EmailTemplate<GroupInvitationFacts> = {
  // Without names, which users choose: they must not write the subject of an email.
  subject: () => 'You are invited to a group in Meadow',
  content: (facts, { serviceUrl, invitationTokenOf }) => {
    const [inviterName, groupName] = [oneLine(facts.inviterName), oneLine(facts.groupName)];
    const inviter = isPlainName(inviterName) ? inviterName : 'A user of Meadow';
    const group = isPlainName(groupName) ? `the ${facts.groupKind} “${groupName}”` : `their ${facts.groupKind}`;
    return {
      preview: `${inviter} invites you.`,
      heading: 'You are invited',
      parts: [
        { kind: 'paragraph', text: `${inviter} invites you to ${group} in Meadow.` },
        {
          kind: 'paragraph',
          text: `To accept, sign in or sign up at ${serviceUrl} and enter this code by ${formatDate(facts.expiresOn)}:`,
        },
        { kind: 'quote', text: invitationTokenOf(facts.invitationId) },
      ],
    };
  },
  reason:
    'You get this email because a user of Meadow entered this address to invite you. If you do not know them, ignore this email.',
  unsubscribeLabel: 'Unsubscribe from invitations',
};
