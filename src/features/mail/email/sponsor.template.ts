import { oneLine } from './plain-text.rules.ts';
import { type EmailTemplate, formatWeek, greet } from './wording.template.ts';

/** A user's message to a sponsor. `replyTo` is null if replies are not forwarded. */
export type SponsorMessageFacts = {
  readerName: string;
  sponsorName: string;
  senderName: string;
  message: string;
  replyTo: string | null;
};

export const sponsorMessage: EmailTemplate<SponsorMessageFacts> = {
  // The subject has no names, because users choose them and must not write the subject of an email.
  subject: () => 'You have a message through Meadow',
  content: ({ sponsorName, senderName, message, replyTo }, { name }) => {
    const sender = oneLine(senderName) || 'A user of Meadow';
    return {
      preview: `${sender} wrote to you.`,
      heading: greet('A message for you', name),
      parts: [
        { kind: 'paragraph', text: `${sender} wrote to ${oneLine(sponsorName)}:` },
        { kind: 'quote', text: message },
        {
          kind: 'paragraph',
          text:
            replyTo === null
              ? 'Meadow does not forward replies. To reply, use the contact details in the message.'
              : 'Reply to this email to write to the sender. Your reply goes to the sender’s own email address.',
        },
      ],
    };
  },
  reason: 'You get this email because you are on the sponsor wall. The sender does not see your email address.',
  unsubscribeLabel: 'Unsubscribe from messages',
  replyTo: ({ replyTo }) => replyTo,
};

/** A week of the lab, and the messages that the sponsor got in it. `weekStart` is its Monday. */
export type SponsorDigestFacts = {
  readerName: string;
  sponsorName: string;
  weekStart: string;
  newTemplates: number;
  replications: number;
  newlyRobust: number;
  messages: number;
};

export const sponsorDigest: EmailTemplate<SponsorDigestFacts> = {
  subject: ({ weekStart }) => `The lab of Meadow, ${formatWeek(weekStart)}`,
  content: ({ sponsorName, weekStart, newTemplates, replications, newlyRobust, messages }, recipient) => {
    const figures = [
      { value: String(newTemplates), label: newTemplates === 1 ? 'new experiment' : 'new experiments' },
      { value: String(replications), label: replications === 1 ? 'replication' : 'replications' },
      { value: String(newlyRobust), label: newlyRobust === 1 ? 'result became robust' : 'results became robust' },
      { value: String(messages), label: messages === 1 ? 'message for you' : 'messages for you' },
    ];
    return {
      preview: `${figures.map(({ value, label }) => `${value} ${label}`).join(', ')}.`,
      heading: greet('The week in the lab', recipient.name),
      parts: [
        { kind: 'paragraph', text: `The numbers for ${formatWeek(weekStart)}:` },
        { kind: 'figures', figures },
        { kind: 'paragraph', text: `Thank you for what ${oneLine(sponsorName)} makes possible.` },
      ],
    };
  },
  reason: 'You get this email once a week, because you are on the sponsor wall.',
  unsubscribeLabel: 'Unsubscribe',
};
