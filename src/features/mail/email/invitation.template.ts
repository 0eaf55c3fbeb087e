import { isPlainName, oneLine } from './plain-text.rules.ts';
import { buttonTo, type EmailTemplate, formatDate, greet } from './wording.template.ts';

/** An approved waitlist entry. The name is empty if the applicant gave none. */
export type InvitationFacts = { readerName: string };

export const invitation: EmailTemplate<InvitationFacts> = {
  subject: () => 'Your invitation to Meadow',
  content: (_facts, recipient) => ({
    preview: 'You asked to join Meadow, and now you can.',
    heading: greet('You can join now', recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text: 'You asked to join Meadow: a quiet place to write, and people who keep each other going. Now you can.',
      },
      { kind: 'paragraph', text: 'Sign up with this email address at any time.' },
      buttonTo('signUp', 'Sign up', recipient),
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
  content: (facts, recipient) => {
    const token = recipient.invitationTokenOf(facts.invitationId);
    const [inviterName, groupName] = [oneLine(facts.inviterName), oneLine(facts.groupName)];
    const inviter = isPlainName(inviterName) ? inviterName : 'A user of Meadow';
    const group = isPlainName(groupName) ? `the ${facts.groupKind} “${groupName}”` : `their ${facts.groupKind}`;
    return {
      preview: `${inviter} invites you.`,
      heading: 'You are invited',
      parts: [
        { kind: 'paragraph', text: `${inviter} invites you to ${group} in Meadow.` },
        buttonTo('invitation', 'Accept the invitation', recipient, token),
        {
          kind: 'paragraph',
          text: `The invitation ends on ${formatDate(facts.expiresOn)}. If you are asked for a code, enter this one:`,
        },
        { kind: 'quote', text: token },
      ],
    };
  },
  reason:
    'You get this email because a user of Meadow entered this address to invite you. If you do not know them, ignore this email.',
  unsubscribeLabel: 'Unsubscribe from invitations',
};
