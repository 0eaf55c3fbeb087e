import { addDays } from '../../platform/days/calendar-date.ts';
import { type Letter, layOut, oneLine, type WrittenMail } from './mail-layout.rules.ts';
import type { MailKind } from './outgoing-mail.rules.ts';

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

/** What somebody who is nobody here yet has called themself. */
export type InvitationFacts = { name: string };

/** What a mail is made of, by what it is. */
export type MailFacts =
  | { kind: 'welcome' }
  | { kind: 'invitation'; facts: InvitationFacts }
  | { kind: 'reminder'; facts: ReminderFacts }
  | { kind: 'digest'; facts: DigestFacts };

/** To whom, and the addresses that lead back. Who is nobody here yet has none to unsubscribe by. */
export type Reader = { name: string; serviceAddress: string; unsubscribeAddress: string | null };

/** The subject, which is known before the mail is written. */
export function subjectOf(mail: MailFacts): string {
  if (mail.kind === 'welcome') return 'Welcome to Meadow';
  if (mail.kind === 'invitation') return 'There is a place for you in Meadow';
  if (mail.kind === 'reminder') return `Your window opens at ${mail.facts.startTime}`;
  return `Your week in Meadow, ${spanOf(mail.facts.weekStart)}`;
}

/** Which mails somebody gets no more of who unsubscribes from this one. */
export function turnedOffBy(kind: MailKind): 'reminders' | 'digest' {
  return kind === 'reminder' ? 'reminders' : 'digest';
}

/** The whole mail. */
export function writeMail(mail: MailFacts, reader: Reader): WrittenMail {
  return layOut({ ...contentOf(mail, reader), ...beneath(mail.kind, reader), subject: subjectOf(mail) });
}

type Content = Pick<Letter, 'preview' | 'heading' | 'parts'>;

function contentOf(mail: MailFacts, reader: Reader): Content {
  if (mail.kind === 'invitation') return invitation(oneLine(mail.facts.name), reader.serviceAddress);
  const name = oneLine(reader.name);
  if (mail.kind === 'welcome') return welcome(name);
  return mail.kind === 'reminder' ? reminder(mail.facts, name) : digest(mail.facts, name);
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
      { kind: 'paragraph', text: 'Once a week you get a short letter about your week, if anything happened in it.' },
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

function beneath(kind: MailKind, reader: Reader): Pick<Letter, 'reason' | 'unsubscribe' | 'service'> {
  const service = { label: new URL(reader.serviceAddress).host, address: reader.serviceAddress };
  const label = UNSUBSCRIBE_LABELS[kind];
  const address = reader.unsubscribeAddress;
  const unsubscribe = label === null || address === null ? null : { label, address };
  return { reason: REASONS[kind], unsubscribe, service };
}

const REASONS: Readonly<Record<MailKind, string>> = {
  welcome: 'You get this mail once, because you have just joined Meadow.',
  invitation:
    'You get this mail once, because somebody gave this address to wait for a place. If it was not you, do nothing.',
  reminder: 'You asked to be reminded of your window by mail.',
  digest: 'You get this letter once a week, when something happened in it.',
};

const UNSUBSCRIBE_LABELS: Readonly<Record<MailKind, string | null>> = {
  welcome: 'No weekly letters, please',
  invitation: null,
  reminder: 'No more reminders by mail',
  digest: 'Unsubscribe',
};

/** Somebody is addressed by their name, where they have one. */
function addressed(greeting: string, name: string): string {
  return name === '' ? greeting : `${greeting}, ${name}`;
}

/** The names of months, short, as the span of a week needs them. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The days of a week: '16–22 Nov', '30 Nov – 6 Dec'. */
function spanOf(weekStart: string): string {
  const [first, last] = [weekStart, addDays(weekStart, 6)].map((date) => {
    const [, month = '01', day = '01'] = date.split('-');
    return { day: String(Number(day)), month: MONTHS[Number(month) - 1] ?? '' };
  }) as [{ day: string; month: string }, { day: string; month: string }];
  if (first.month === last.month) return `${first.day}–${last.day} ${last.month}`;
  return `${first.day} ${first.month} – ${last.day} ${last.month}`;
}

/** 'calm', 'calm and joyful', 'calm, joyful and hopeful'. */
function listed(words: readonly string[]): string {
  const all = words.map(oneLine);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
