import { formatDate } from '#platform/days/date-text.ts';
import { buttonTo, type EmailTemplate, greet } from './wording.template.ts';

/** When the account is erased, as an instant. */
export type AccountDeletionFacts = { eraseAt: string };

export const accountDeletion: EmailTemplate<AccountDeletionFacts> = {
  subject: () => 'Your account will be deleted',
  content: ({ eraseAt }, recipient) => {
    const [date = '', time = ''] = eraseAt.split('T');
    const when = `${formatDate(date)} at ${time.slice(0, 5)} UTC`;
    return {
      preview: `You can restore it until ${when}.`,
      heading: greet('Your account will be deleted', recipient.name),
      parts: [
        {
          kind: 'paragraph',
          text: `You asked us to delete your account. It is hidden from all other users, and on ${when} everything in it is erased.`,
        },
        { kind: 'paragraph', text: 'Did you change your mind, or was it not you? Sign in and restore it until then.' },
        buttonTo('restoreAccount', 'Restore your account', recipient),
        {
          kind: 'paragraph',
          text: 'If it was not you, change your password as well. After that date the account cannot be restored.',
        },
      ],
    };
  },
  reason: 'You get this email because the deletion of your account was requested.',
  unsubscribeLabel: null,
};
