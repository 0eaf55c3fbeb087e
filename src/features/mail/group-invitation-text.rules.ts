import { oneLine } from './mail-layout.rules.ts';
import { type Content, dayOf, isPlainName } from './mail-wording.rules.ts';

/** An invitation to a group. The names are chosen by users; `expiresOn` is a calendar date (UTC). */
export type GroupInvitationFacts = {
  invitationId: string;
  groupKind: 'organization' | 'team';
  groupName: string;
  inviterName: string;
  expiresOn: string;
};

/** It holds nothing that a user wrote. */
export const GROUP_INVITATION_SUBJECT = 'You are invited to a group in Meadow';

/** `token` is what accepts the invitation. */
export function groupInvitation(facts: GroupInvitationFacts, token: string, serviceAddress: string): Content {
  const [inviter, group] = [oneLine(facts.inviterName), oneLine(facts.groupName)];
  const who = isPlainName(inviter) ? inviter : 'A person who uses Meadow';
  const what = isPlainName(group) ? `the ${facts.groupKind} “${group}”` : `their ${facts.groupKind}`;
  return {
    preview: `${who} invites you.`,
    heading: 'You are invited',
    parts: [
      { kind: 'paragraph', text: `${who} invites you to ${what} in Meadow.` },
      {
        kind: 'paragraph',
        text: `To accept, sign in or sign up at ${serviceAddress} and give this code until ${dayOf(facts.expiresOn)}:`,
      },
      { kind: 'quote', text: token },
    ],
  };
}
