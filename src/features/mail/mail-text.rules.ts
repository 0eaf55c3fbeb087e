import { GROUP_INVITATION_SUBJECT, type GroupInvitationFacts, groupInvitation } from './group-invitation-text.rules.ts';
import { type Email, layOut, oneLine, type WrittenMail } from './mail-layout.rules.ts';
import { addressed, type Content, spanOf } from './mail-wording.rules.ts';
import type { MailKind } from './outgoing-mail.rules.ts';
import {
  SPONSOR_MESSAGE_SUBJECT,
  type SponsorDigestFacts,
  type SponsorMessageFacts,
  sponsorDigest,
  sponsorDigestSubject,
  sponsorMessage,
} from './sponsor-mail-text.rules.ts';
import type { MailCategory } from './unsubscribe.rules.ts';

/** When a window opens, on the clocks of its zone. */
export type ReminderFacts = { date: string; startTime: string; zone: string };

/** What a week came to. `weekStart` is its Monday; `moods` are those that came up most, the first one first. */
export type DigestFacts = {
  weekStart: string;
  entries: number;
  moods: string[];
  checkIns: number;
  goalCheckIns: number;
};

/** What somebody who asked to join has called themself; empty where they have not. */
export type InvitationFacts = { readerName: string };

/** What a mail is made of, by what it is. */
export type MailToPersonFacts =
  | { kind: 'welcome' }
  | { kind: 'reminder'; facts: ReminderFacts }
  | { kind: 'digest'; facts: DigestFacts };
export type ExternalMailFacts =
  | { kind: 'sponsor-message'; facts: SponsorMessageFacts }
  | { kind: 'sponsor-digest'; facts: SponsorDigestFacts }
  | { kind: 'invitation'; facts: InvitationFacts }
  | { kind: 'group-invitation'; facts: GroupInvitationFacts };
export type MailFacts = MailToPersonFacts | ExternalMailFacts;

/** To whom, and the addresses that lead back; null where there is nothing to unsubscribe from. */
export type Reader = {
  name: string;
  serviceAddress: string;
  unsubscribeAddress: string | null;
  /** What accepts the invitation with this id: made when the mail is sent, and stored nowhere. */
  invitationTokenOf: (id: string) => string;
};

/** The subject, which is known before the mail is written. */
export function subjectOf(mail: MailFacts): string {
  switch (mail.kind) {
    case 'welcome':
      return 'Welcome to Meadow';
    case 'reminder':
      return `Your window opens at ${mail.facts.startTime}`;
    case 'digest':
      return `Your week in Meadow, ${spanOf(mail.facts.weekStart)}`;
    case 'sponsor-message':
      return SPONSOR_MESSAGE_SUBJECT;
    case 'sponsor-digest':
      return sponsorDigestSubject(mail.facts);
    case 'invitation':
      return 'There is a place for you in Meadow';
    case 'group-invitation':
      return GROUP_INVITATION_SUBJECT;
  }
}

/** Where answers to a mail go; undefined where nobody waits for them. */
export function replyToOf(mail: MailFacts): string | undefined {
  return mail.kind === 'sponsor-message' ? (mail.facts.replyTo ?? undefined) : undefined;
}

/** Which mails somebody gets no more of who unsubscribes from this one; null where it is the only one. */
export function turnedOffBy(kind: MailKind): MailCategory | null {
  if (kind === 'welcome' || kind === 'invitation') return null;
  return kind === 'reminder' ? 'reminders' : kind;
}

/** The whole mail. */
export function writeMail(mail: MailFacts, reader: Reader): WrittenMail {
  return layOut({ ...contentOf(mail, reader), ...beneath(mail.kind, reader), subject: subjectOf(mail) });
}

function contentOf(mail: MailFacts, reader: Reader): Content {
  const name = oneLine(reader.name);
  switch (mail.kind) {
    case 'welcome':
      return welcome(name);
    case 'reminder':
      return reminder(mail.facts, name);
    case 'digest':
      return digest(mail.facts, name);
    case 'sponsor-message':
      return sponsorMessage(mail.facts, name);
    case 'sponsor-digest':
      return sponsorDigest(mail.facts, name);
    case 'invitation':
      return invitation(name, reader.serviceAddress);
    case 'group-invitation':
      return groupInvitation(mail.facts, reader.invitationTokenOf(mail.facts.invitationId), reader.serviceAddress);
  }
}

function welcome(name: string): Content {
  return {
    preview: 'A quiet place to write, and people who keep each other going.',
    heading: addressed('Welcome to Meadow', name),
    parts: [
      { kind: 'paragraph', text: 'It is good to have you here. Three things to begin with:' },
      {
        kind: 'points',
        points: [
          {
            title: 'Write a first entry',
            text: 'A sentence will do. Nobody but you reads it, until you say otherwise.',
          },
          {
            title: 'Choose your window',
            text: 'Two hours of the day for what you keep putting off. Meadow links you with people near you.',
          },
          {
            title: 'Set a goal',
            text: 'Small ones count. Check in now and then, and see how far you have come.',
          },
        ],
      },
      {
        kind: 'paragraph',
        text: 'If you like, a short letter about your week comes by mail: turn it on in your preferences.',
      },
    ],
  };
}

function invitation(name: string, serviceAddress: string): Content {
  return {
    preview: 'You asked to join, and now you can.',
    heading: addressed('There is a place for you', name),
    parts: [
      {
        kind: 'paragraph',
        text: 'You asked to join Meadow: a quiet place to write, and people who keep each other going. Now you can.',
      },
      { kind: 'paragraph', text: `Sign up with this mail address at ${serviceAddress}, whenever it suits you.` },
    ],
  };
}

function reminder({ startTime, zone }: ReminderFacts, name: string): Content {
  return {
    preview: `Two hours from ${startTime} on are yours.`,
    heading: addressed(`Your window opens at ${startTime}`, name),
    parts: [
      {
        kind: 'paragraph',
        text: `From ${startTime} on (${zone}) two hours are yours. Somebody may be counting on you.`,
      },
      { kind: 'paragraph', text: 'When you are done, check in with a photo, and hand over to the next one.' },
    ],
  };
}

function digest({ weekStart, entries, moods, checkIns, goalCheckIns }: DigestFacts, name: string): Content {
  const figures = [
    { value: String(entries), label: entries === 1 ? 'entry in your journal' : 'entries in your journal' },
    { value: String(checkIns), label: checkIns === 1 ? 'day checked in' : 'days checked in' },
    { value: String(goalCheckIns), label: goalCheckIns === 1 ? 'step towards a goal' : 'steps towards your goals' },
  ];
  const mood =
    moods.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `What you wrote was mostly ${listed(moods)}.` }];
  return {
    preview: `${figures.map(({ value, label }) => `${value} ${label}`).join(', ')}.`,
    heading: addressed('Your week', name),
    parts: [
      { kind: 'paragraph', text: `What ${spanOf(weekStart)} came to:` },
      { kind: 'figures', figures },
      ...mood,
      { kind: 'paragraph', text: encouragement(checkIns) },
    ],
  };
}

function encouragement(checkIns: number): string {
  if (checkIns >= 7) return 'Every single day. That is rare; be proud of it.';
  if (checkIns >= 3) return 'A good rhythm. One day more would make the next week your best one.';
  return 'Every week begins anew. One small thing is enough for today.';
}

function beneath(kind: MailKind, reader: Reader): Pick<Email, 'reason' | 'unsubscribe' | 'service'> {
  const service = { label: new URL(reader.serviceAddress).host, address: reader.serviceAddress };
  const [label, address] = [UNSUBSCRIBE_LABELS[kind], reader.unsubscribeAddress];
  const unsubscribe = label === null || address === null ? null : { label, address };
  return { reason: REASONS[kind], unsubscribe, service };
}

const REASONS: Readonly<Record<MailKind, string>> = {
  welcome: 'You get this mail once, because you have just joined Meadow.',
  reminder: 'You asked to be reminded of your window by mail.',
  digest: 'You asked for this letter; it comes once a week, when something happened in it.',
  'sponsor-message': 'You get it because you are on the wall of sponsors. Whoever wrote it does not see your address.',
  'sponsor-digest': 'You get this letter once a week, because you are on the wall of sponsors.',
  invitation:
    'You get this mail once, because somebody gave this address to wait for a place. If it was not you, do nothing.',
  'group-invitation':
    'You get this mail because a user of Meadow gave this address to invite you. If you do not know them, do nothing.',
};

const UNSUBSCRIBE_LABELS: Readonly<Record<MailKind, string | null>> = {
  welcome: null,
  reminder: 'No more reminders by mail',
  digest: 'Unsubscribe',
  'sponsor-message': 'No more messages, please',
  'sponsor-digest': 'Unsubscribe',
  invitation: null,
  'group-invitation': 'No more invitations, please',
};

/** 'calm', 'calm and joyful', 'calm, joyful and hopeful'. */
function listed(words: readonly string[]): string {
  const all = words.map(oneLine);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
