import { formatDate } from '#platform/days/date-text.ts';
import { buttonTo, type EmailTemplate, greet } from './wording.template.ts';

/** An export whose archive is deleted on the calendar date `expiresOn` (UTC). */
export type ExportReadyFacts = { expiresOn: string };

export const exportReady: EmailTemplate<ExportReadyFacts> = {
  subject: () => 'Your export is ready',
  content: ({ expiresOn }, recipient) => ({
    preview: 'The archive of your account can be downloaded.',
    heading: greet('Your export is ready', recipient.name),
    parts: [
      {
        kind: 'paragraph',
        text: `The archive of your account can be downloaded until ${formatDate(expiresOn)}. Sign in to download it.`,
      },
      buttonTo('exports', 'Download the archive', recipient),
      { kind: 'paragraph', text: 'If you did not start an export, change your password.' },
    ],
  }),
  reason: 'You get this email, because an export of your account was started.',
  unsubscribeLabel: null,
};
