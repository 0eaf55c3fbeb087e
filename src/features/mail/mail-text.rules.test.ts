import { describe, expect, test } from 'vitest';
import { escapeHtml, oneLine } from './mail-layout.rules.ts';
import { type MailFacts, replyToOf, subjectOf, turnedOffBy, writeMail } from './mail-text.rules.ts';

const READER = {
  name: 'Ada',
  serviceAddress: 'https://meadow.test',
  unsubscribeAddress: 'https://meadow.test/api/email/unsubscribe?opt_out=digest.1&more="x"',
  invitationTokenOf: (id: string) => `token of ${id}`,
};
const week = (change: object = {}): MailFacts => ({
  kind: 'digest',
  facts: { weekStart: '2026-11-16', entries: 3, moods: ['joyful', 'calm'], checkIns: 5, goalCheckIns: 1, ...change },
});
const REMINDER: MailFacts = {
  kind: 'reminder',
  facts: { date: '2026-11-21', startTime: '18:00', zone: 'Europe/Lisbon' },
};

const message = (change: object = {}): MailFacts => ({
  kind: 'sponsor-message',
  facts: {
    readerName: 'Ada',
    sponsorName: 'Coils & Sons',
    senderName: 'Ben',
    message: 'Hello',
    replyTo: null,
    ...change,
  },
});
const sponsorWeek = (change: object = {}): MailFacts => ({
  kind: 'sponsor-digest',
  facts: {
    readerName: 'Ada',
    sponsorName: 'Coils & Sons',
    weekStart: '2026-11-16',
    newTemplates: 3,
    replications: 1,
    newlyRobust: 0,
    messages: 2,
    ...change,
  },
});

describe.each<[string, MailFacts, string, string[]]>([
  ['welcome', { kind: 'welcome' }, 'Welcome to Meadow', ['Write a first entry', 'Choose your window', 'Set a goal']],
  ['reminder', REMINDER, 'Your window opens at 18:00', ['From 18:00 on (Europe/Lisbon)']],
  ['digest', week(), 'Your week in Meadow, 16–22 Nov', ['entries in your journal', 'mostly joyful and calm']],
  ['sponsor-message', message(), 'Somebody writes to you through Meadow', ['Ben writes to Coils & Sons', 'Hello']],
  ['sponsor-digest', sponsorWeek(), 'The lab of Meadow, 16–22 Nov', ['new experiments', 'makes possible']],
])('The mail %s', (_kind, mail, subject, words) => {
  const { html, text, ...written } = writeMail(mail, READER);

  test('says the same in both parts', () => {
    expect([written.subject, subjectOf(mail)]).toEqual([subject, subject]);
    for (const word of [...words, 'Ada']) {
      expect(text).toContain(word);
      expect(html).toContain(escapeHtml(word));
    }
  });

  test('leads out of itself where it comes again, by an address that is whole', () => {
    const comesAgain = mail.kind !== 'welcome';
    expect(text.includes(READER.unsubscribeAddress)).toBe(comesAgain);
    expect(html.includes(`href="${escapeHtml(READER.unsubscribeAddress)}"`)).toBe(comesAgain);
    expect(html).not.toContain(READER.unsubscribeAddress);
  });

  test('is made for narrow screens and dark ones, and loads nothing', () => {
    expect(html).toContain('name="viewport"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|src=/);
  });

  test('takes a name for a name', () => {
    const hostile = writeMail(mail, { ...READER, name: '<script>alert(1)</script>\r\n\r\nPS: \u202e"&' });
    expect(hostile.html).not.toContain('<script');
    expect(hostile.text).not.toContain('\nPS');
  });

  test('does without a name', () => {
    const { text: nameless } = writeMail(mail, { ...READER, name: ' \t ' });
    expect(nameless.split('\n')[0]).not.toMatch(/,|undefined/);
  });
});

describe('A letter about a week', () => {
  test.each([
    ['2026-11-16', '16–22 Nov'],
    ['2026-11-30', '30 Nov – 6 Dec'],
    ['2026-12-28', '28 Dec – 3 Jan'],
    ['2028-02-28', '28 Feb – 5 Mar'],
  ])('of %s is of %s', (weekStart, span) => {
    expect(subjectOf(week({ weekStart }))).toBe(`Your week in Meadow, ${span}`);
  });

  test.each([
    [{ entries: 1, checkIns: 1, goalCheckIns: 1 }, ['1  entry in', '1  day checked in', '1  step towards a goal']],
    [{ entries: 0, checkIns: 0, goalCheckIns: 2 }, ['0  entries', '0  days', '2  steps towards your goals']],
    [{ moods: [] }, []],
    [{ moods: ['calm'] }, ['mostly calm.']],
    [{ checkIns: 7 }, ['Every single day.']],
    [{ checkIns: 2 }, ['begins anew']],
  ])('says of %j: %j', (change, words) => {
    const { text } = writeMail(week(change), READER);
    for (const word of words) expect(text).toContain(word);
    expect(text.includes('mostly')).toBe(!('moods' in change) || change.moods.length > 0);
  });

  test('takes a mood for a word: people write their own', () => {
    expect(writeMail(week({ moods: ['<b>x</b>\n'] }), READER).html).not.toContain('<b>');
  });
});

describe('A message to a sponsor', () => {
  test('says how to answer, and is answered there', () => {
    const open = message({ replyTo: 'ben@people.test' });
    expect(writeMail(open, READER).text).toContain('Answer this mail');
    expect(writeMail(message(), READER).text).toContain('passes no answers on');
    expect([open, message(), week(), { kind: 'welcome' } as const].map(replyToOf)).toEqual([
      'ben@people.test',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keeps the lines of whoever wrote it, marked as theirs, and nothing that runs or hides', () => {
    const { html, text } = writeMail(
      message({ message: ' \nOne\r\nTwo\rThree\n\nFour\u2028Five\u0000\u202e <script>&\n', senderName: ' \r\n' }),
      READER,
    );
    expect(text).toContain('> One\n> Two\n> Three\n>\n> Four\n> Five  <script>&\n');
    expect(html).toContain('One<br>Two<br>Three<br><br>Four<br>Five  &#60;script&#62;&#38;</blockquote>');
    expect(text).toContain('Somebody writes to Coils & Sons:');
  });
});

test('a letter to a sponsor counts one as one', () => {
  const { text } = writeMail(sponsorWeek({ newTemplates: 1, replications: 2, newlyRobust: 1, messages: 1 }), READER);
  expect(text).toContain('  1  new experiment\n  2  replications\n  1  result became robust\n  1  message for you');
});

describe('An invitation', () => {
  const written = (name: string) =>
    writeMail({ kind: 'invitation', facts: { readerName: name } }, { ...READER, name, unsubscribeAddress: null });

  test('says the same in both parts, and where to go', () => {
    const { subject, html, text } = written('Ada & Co');
    expect(subject).toBe('There is a place for you in Meadow');
    for (const word of ['There is a place for you, Ada & Co', 'at https://meadow.test,', 'If it was not you']) {
      expect(text).toContain(word);
      expect(html).toContain(escapeHtml(word));
    }
  });

  test('has nothing to unsubscribe from', () => {
    const { html, text } = written('Ada');
    for (const part of [html, text]) expect(part).not.toMatch(/unsubscribe|null|undefined/i);
    expect(turnedOffBy('invitation')).toBeNull();
  });

  test('takes a name for a name, and does without one', () => {
    const { html, text } = written('<script>alert(1)</script>\r\nBcc: eve@x.test\u202e');
    expect(html).not.toContain('<script');
    expect(text).not.toContain('\nBcc');
    expect(written(' \n ').text.split('\n')[0]).toBe('There is a place for you');
  });
});

test('unsubscribing ends what the mail is one of, or announces', () => {
  const kinds = ['welcome', 'digest', 'reminder', 'sponsor-message', 'sponsor-digest'] as const;
  expect(kinds.map(turnedOffBy)).toEqual([null, 'digest', 'reminders', 'sponsor-message', 'sponsor-digest']);
});

test.each([
  ['a\r\nb', 'a b'],
  ['  a \t b ', 'a b'],
  ['a\u2028b\u202ec', 'a b c'],
  ['🌼', '🌼'],
])('oneLine(%j) is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

describe('An invitation to a group', () => {
  const facts = {
    invitationId: '7',
    groupKind: 'team' as const,
    groupName: 'Owls',
    inviterName: 'Ada',
    expiresOn: '2026-11-29',
  };
  const written = (change: object = {}) =>
    writeMail({ kind: 'group-invitation', facts: { ...facts, ...change } }, { ...READER, name: '' });

  test('says who invites to what, how to accept, until when, and how to get no more', () => {
    const { subject, html, text } = written();
    expect(subject).toBe('You are invited to a group in Meadow');
    for (const part of [html, text]) {
      expect(part).toContain('Ada invites you to the team “Owls” in Meadow.');
      expect(part).toContain('at https://meadow.test and give this code until 29 Nov:');
      expect(part).toContain('token of 7');
      expect(part).toContain('No more invitations, please');
    }
  });

  test.each(['https://evil.test', 'evil.example', 'me@evil.test', 'x'.repeat(61), ' '])(
    'leaves out a name that is an advertisement: %s',
    (name) => {
      const { html, text } = written({ groupName: name, inviterName: name });
      for (const part of [html, text]) {
        expect(part).toContain('A person who uses Meadow invites you to their team in Meadow.');
      }
    },
  );
});
