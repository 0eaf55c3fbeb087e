import { formatDate } from '#platform/days/date-text.ts';
import { isPlainName, oneLine } from './plain-text.rules.ts';
import { buttonTo, type EmailTemplate, greet } from './wording.template.ts';

/**
 * An invitation to sign up, from the waitlist or by a super admin. The name is empty if it is not known. Without an invitation,
 * which older emails do not have, sign-up is open. `expiresOn` is a calendar date (UTC).
 */
export type InvitationFacts = { readerName: string; invitationId?: string; expiresOn?: string };

export const invitation: EmailTemplate<InvitationFacts> = {
  subject: () => 'Your invitation to Meadow',
  content: ({ invitationId, expiresOn }, recipient) => ({
    preview: 'You can join Meadow now.',
    heading: greet('You can join now', recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text: 'Meadow is a quiet place to write, with people who keep each other going. Now you can join.',
      },
      ...(invitationId === undefined || expiresOn === undefined
        ? [{ kind: 'paragraph', text: 'Sign up with this email address at any time.' } as const]
        : [{ kind: 'paragraph', text: `Sign up with this email address until ${formatDate(expiresOn)}.` } as const]),
      ...(invitationId === undefined
        ? [buttonTo('signUp', 'Sign up', recipient)]
        : [
            buttonTo('signUp', 'Sign up', recipient, recipient.signUpTokenOf(invitationId)),
            { kind: 'paragraph', text: 'If you are asked for a code, enter this one:' } as const,
            { kind: 'quote', text: recipient.signUpTokenOf(invitationId) } as const,
          ]),
    ],
  }),
  reason:
    'You get this email once, because this address was entered on the waitlist, or a super admin of this server invited you. If it was not you, ignore this email.',
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
  // The subject has no names, because users choose them and must not write the subject of an email.
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
