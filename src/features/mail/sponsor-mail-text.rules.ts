import { oneLine } from './mail-layout.rules.ts';
import { addressed, type Content, spanOf } from './mail-wording.rules.ts';

/** What somebody writes to a sponsor. Answers go to `replyTo`; nobody passes them on where it is null. */
export type SponsorMessageFacts = {
  readerName: string;
  sponsorName: string;
  senderName: string;
  message: string;
  replyTo: string | null;
};

/** What a week in the lab came to, and how many messages this sponsor got in it. `weekStart` is its Monday. */
export type SponsorDigestFacts = {
  readerName: string;
  sponsorName: string;
  weekStart: string;
  newTemplates: number;
  replications: number;
  newlyRobust: number;
  messages: number;
};

/** It holds nothing that anybody wrote. */
export const SPONSOR_MESSAGE_SUBJECT = 'Somebody writes to you through Meadow';

export function sponsorDigestSubject({ weekStart }: SponsorDigestFacts): string {
  return `The lab of Meadow, ${spanOf(weekStart)}`;
}

export function sponsorMessage(facts: SponsorMessageFacts, name: string): Content {
  const sender = oneLine(facts.senderName) || 'Somebody';
  const answers =
    facts.replyTo === null
      ? 'Meadow passes no answers on. To answer, use what they tell you in their message.'
      : 'Answer this mail to write to them: your answer goes to their own address.';
  return {
    preview: `${sender} writes to you.`,
    heading: addressed('A message for you', name),
    parts: [
      { kind: 'paragraph', text: `${sender} writes to ${oneLine(facts.sponsorName)}:` },
      { kind: 'quote', text: facts.message },
      { kind: 'paragraph', text: answers },
    ],
  };
}

export function sponsorDigest(facts: SponsorDigestFacts, name: string): Content {
  const { newTemplates, replications, newlyRobust, messages } = facts;
  const figures = [
    { value: String(newTemplates), label: newTemplates === 1 ? 'new experiment' : 'new experiments' },
    { value: String(replications), label: replications === 1 ? 'replication' : 'replications' },
    { value: String(newlyRobust), label: newlyRobust === 1 ? 'result became robust' : 'results became robust' },
    { value: String(messages), label: messages === 1 ? 'message for you' : 'messages for you' },
  ];
  return {
    preview: `${figures.map(({ value, label }) => `${value} ${label}`).join(', ')}.`,
    heading: addressed('The week in the lab', name),
    parts: [
      { kind: 'paragraph', text: `What ${spanOf(facts.weekStart)} came to:` },
      { kind: 'figures', figures },
      { kind: 'paragraph', text: `Thank you for what ${oneLine(facts.sponsorName)} makes possible.` },
    ],
  };
}
