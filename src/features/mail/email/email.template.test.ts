import { describe, expect, test } from 'vitest';
import { type Email, renderEmail, replyToOf, subjectOf } from './email.template.ts';
import { escapeHtml } from './layout.template.ts';

const RECIPIENT = {
  name: 'Ada',
  serviceUrl: 'https://meadow.test',
  unsubscribeUrl: 'https://meadow.test/api/email/unsubscribe?opt_out=digest.1&more="x"',
  invitationTokenOf: (id: string) => `token of ${id}`,
  signUpTokenOf: (id: string) => `sign-up token of ${id}`,
};
const week = (change: object = {}): Email => ({
  kind: 'digest',
  facts: { weekStart: '2026-11-16', entries: 3, moods: ['joyful', 'calm'], checkIns: 5, goalCheckIns: 1, ...change },
});
const REMINDER: Email = {
  kind: 'reminder',
  facts: { date: '2026-11-21', startTime: '18:00', zone: 'Europe/Lisbon' },
};

const message = (change: object = {}): Email => ({
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
const sponsorWeek = (change: object = {}): Email => ({
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

describe.each<[string, Email, string, string[], string | null]>([
  [
    'welcome',
    { kind: 'welcome', facts: {} },
    'Welcome to Meadow',
    ['Write a first entry', 'Bring what you have', 'Set a goal'],
    '/journal/new',
  ],
  [
    'reminder',
    REMINDER,
    'Your window opens at 18:00',
    ['start at 18:00 (Europe/Lisbon)', 'a check-in with a photo', 'Open Today'],
    '/today',
  ],
  [
    'digest',
    week(),
    'Your week in Meadow, 16–22 Nov',
    ['entries in your journal', 'mostly joyful and calm'],
    '/journal',
  ],
  ['sponsor-message', message(), 'You have a message through Meadow', ['Ben wrote to Coils & Sons', 'Hello'], null],
  ['sponsor-digest', sponsorWeek(), 'The lab of Meadow, 16–22 Nov', ['new experiments', 'makes possible'], null],
])('the email %s', (_kind, mail, subject, words, screen) => {
  const { html, text, ...written } = renderEmail(mail, RECIPIENT);

  test('has the same text in both parts', () => {
    expect([written.subject, subjectOf(mail)]).toEqual([subject, subject]);
    for (const word of [...words, 'Ada']) {
      expect(text).toContain(word);
      expect(html).toContain(escapeHtml(word));
    }
  });

  test('has an unsubscribe link unless it is sent once', () => {
    const isRecurring = mail.kind !== 'welcome';
    expect(text.includes(RECIPIENT.unsubscribeUrl)).toBe(isRecurring);
    expect(html.includes(`href="${escapeHtml(RECIPIENT.unsubscribeUrl)}"`)).toBe(isRecurring);
    expect(html).not.toContain(RECIPIENT.unsubscribeUrl);
  });

  test('supports narrow screens and dark mode, and loads nothing', () => {
    expect(html).toContain('name="viewport"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html.replace('<img src="cid:logo"', '')).not.toMatch(/<(img|script|link|iframe)|url\(|src=/);
  });

  test('has a button to its screen, with the same URL in both parts', () => {
    const [, url] = /<a class="on-button" href="([^"]+)"/.exec(html) ?? [];
    expect(url).toBe(screen === null ? undefined : `https://meadow.test${screen}`);
    if (screen !== null) expect(text).toMatch(new RegExp(`: https://meadow.test${screen}$`, 'm'));
  });

  test('escapes the name', () => {
    const hostile = renderEmail(mail, { ...RECIPIENT, name: '<script>alert(1)</script>\r\n\r\nPS: \u202e"&' });
    expect(hostile.html).not.toContain('<script');
    expect(hostile.text).not.toContain('\nPS');
  });

  test('is correct without a name', () => {
    const { text: nameless } = renderEmail(mail, { ...RECIPIENT, name: ' \t ' });
    expect(nameless.split('\n')[0]).not.toMatch(/,|undefined/);
  });
});

describe('the digest', () => {
  test.each([
    ['2026-11-16', '16–22 Nov'],
    ['2026-11-30', '30 Nov – 6 Dec'],
    ['2026-12-28', '28 Dec – 3 Jan'],
    ['2028-02-28', '28 Feb – 5 Mar'],
  ])('names the week of %s as %s', (weekStart, span) => {
    expect(subjectOf(week({ weekStart }))).toBe(`Your week in Meadow, ${span}`);
  });

  test.each([
    [{ entries: 1, checkIns: 1, goalCheckIns: 1 }, ['1  entry in', '1  day checked in', '1  check-in on a goal']],
    [{ entries: 0, checkIns: 0, goalCheckIns: 2 }, ['0  entries', '0  days', '2  check-ins on your goals']],
    [{ moods: [] }, []],
    [{ moods: ['calm'] }, ['mostly calm.']],
    [{ checkIns: 7 }, ['every single day.']],
    [{ checkIns: 2 }, ['a new start']],
  ])('with %j contains %j', (change, words) => {
    const { text } = renderEmail(week(change), RECIPIENT);
    for (const word of words) expect(text).toContain(word);
    expect(text.includes('mostly')).toBe(!('moods' in change) || change.moods.length > 0);
  });

  test('escapes moods', () => {
    expect(renderEmail(week({ moods: ['<b>x</b>\n'] }), RECIPIENT).html).not.toContain('<b>');
  });
});

describe('a message to a sponsor', () => {
  test('says how to reply, and sets Reply-To', () => {
    const open = message({ replyTo: 'ben@people.test' });
    expect(renderEmail(open, RECIPIENT).text).toContain('Reply to this email');
    expect(renderEmail(message(), RECIPIENT).text).toContain('does not forward replies');
    expect([open, message(), week(), { kind: 'welcome', facts: {} } as const].map(replyToOf)).toEqual([
      'ben@people.test',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('quotes the lines of the message without control characters and markup', () => {
    const { html, text } = renderEmail(
      message({ message: ' \nOne\r\nTwo\rThree\n\nFour\u2028Five\u0000\u202e <script>&\n', senderName: ' \r\n' }),
      RECIPIENT,
    );
    expect(text).toContain('> One\n> Two\n> Three\n>\n> Four\n> Five  <script>&\n');
    expect(html).toContain('One<br>Two<br>Three<br><br>Four<br>Five  &#60;script&#62;&#38;</blockquote>');
    expect(text).toContain('A user of Meadow wrote to Coils & Sons:');
  });
});

test('the digest of a sponsor uses singular and plural', () => {
  const { text } = renderEmail(
    sponsorWeek({ newTemplates: 1, replications: 2, newlyRobust: 1, messages: 1 }),
    RECIPIENT,
  );
  expect(text).toContain('  1  new experiment\n  2  replications\n  1  result became robust\n  1  message for you');
});

describe('an invitation', () => {
  const written = (name: string) =>
    renderEmail({ kind: 'invitation', facts: { readerName: name } }, { ...RECIPIENT, name, unsubscribeUrl: null });

  test('has the same text and the URL in both parts', () => {
    const { subject, html, text } = written('Ada & Co');
    expect(subject).toBe('Your invitation to Meadow');
    for (const word of ['You can join now, Ada & Co', 'https://meadow.test/sign-up', 'If it was not you']) {
      expect(text).toContain(word);
      expect(html).toContain(escapeHtml(word));
    }
  });

  test('holds the token in the fragment of the URL and as a code, where sign-up needs one', () => {
    const facts = { readerName: 'Ada', invitationId: '7', expiresOn: '2026-11-29' };
    const { text } = renderEmail({ kind: 'invitation', facts }, { ...RECIPIENT, unsubscribeUrl: null });
    expect(text).toContain('until 29 Nov.');
    expect(text).toContain('https://meadow.test/sign-up#sign-up%20token%20of%207');
    expect(text).toContain('enter this one:');
    expect(written('Ada').text).not.toContain('#');
  });

  test('has no unsubscribe link', () => {
    const { html, text } = written('Ada');
    for (const part of [html, text]) expect(part).not.toMatch(/unsubscribe|null|undefined/i);
  });

  test('escapes the name, and is correct without one', () => {
    const { html, text } = written('<script>alert(1)</script>\r\nBcc: eve@x.test\u202e');
    expect(html).not.toContain('<script');
    expect(text).not.toContain('\nBcc');
    expect(written(' \n ').text.split('\n')[0]).toBe('You can join now');
  });
});

describe('an invitation to a group', () => {
  const facts = {
    invitationId: '7',
    groupKind: 'team' as const,
    groupName: 'Owls',
    inviterName: 'Ada',
    expiresOn: '2026-11-29',
  };
  const written = (change: object = {}) =>
    renderEmail({ kind: 'group-invitation', facts: { ...facts, ...change } }, { ...RECIPIENT, name: '' });

  test('names the inviter, the group, the token, its expiry and the unsubscribe link', () => {
    const { subject, html, text } = written();
    expect(subject).toBe('You are invited to a group in Meadow');
    for (const part of [html, text]) {
      expect(part).toContain('Ada invites you to the team “Owls” in Meadow.');
      expect(part).toContain('The invitation ends on 29 Nov.');
      expect(part).toContain('https://meadow.test/invitation#token%20of%207');
      expect(part).toContain('token of 7');
      expect(part).toContain('Unsubscribe from invitations');
    }
  });

  test.each(['https://evil.test', 'evil.example', 'me@evil.test', 'x'.repeat(61), ' '])(
    'omits names that look like advertisements: %s',
    (name) => {
      const { html, text } = written({ groupName: name, inviterName: name });
      for (const part of [html, text]) {
        expect(part).toContain('A user of Meadow invites you to their team in Meadow.');
      }
    },
  );
});

describe('emails about accounts', () => {
  const facts = { readerName: 'Ada' };
  const linkToken = 'a token/with+signs';
  test.each<[Email, string, string]>([
    [{ kind: 'address-verification', facts: { ...facts, purpose: 'verify' } }, '/verify-address', 'Then you can share'],
    [{ kind: 'address-verification', facts: { ...facts, purpose: 'change' } }, '/verify-address', 'as the new one'],
    [
      { kind: 'address-change', facts: { ...facts, newAddress: 'new@people.test' } },
      '/verify-address',
      'new@people.test',
    ],
    [{ kind: 'password-reset', facts }, '/reset-password', 'signs you out'],
    [{ kind: 'sign-in-link', facts }, '/sign-in-link', '15 minutes'],
  ])('%j has the secret in the fragment of its link and as a code', (mail, screen, words) => {
    const { subject, text, html } = renderEmail(mail, { ...RECIPIENT, unsubscribeUrl: null, linkToken });
    const url = `https://meadow.test${screen}#${encodeURIComponent(linkToken)}`;
    for (const part of [text, html]) for (const expected of [url, words]) expect(part).toContain(expected);
    expect(text).toContain(`> ${linkToken}`);
    expect(subject).not.toContain(linkToken);
    expect(text).not.toContain('Unsubscribe');
  });

  test.each<[Email, string[]]>([
    [
      { kind: 'address-changed', facts: { ...facts, formerAddress: 'a@people.test', newAddress: 'b@people.test' } },
      ['Before: a@people.test', 'Now: b@people.test'],
    ],
    [{ kind: 'password-changed', facts }, ['https://meadow.test/forgot-password']],
    [{ kind: 'account-exists', facts }, ['https://meadow.test/sign-in', 'https://meadow.test/forgot-password']],
    [
      {
        kind: 'new-device',
        facts: { ...facts, device: 'Firefox on Linux', network: '192.0.0.0', at: '2026-11-22T18:05:00.000Z' },
      },
      ['Device: Firefox on Linux', 'When: 22 Nov, 18:05 UTC', 'Network: 192.0.0.0/16'],
    ],
    [
      {
        kind: 'new-device',
        facts: { ...facts, device: 'www.evil.test', network: 'https://evil.test', at: '2026-11-22T18:05:00.000Z' },
      },
      ['Device: unknown', 'Network: unknown'],
    ],
  ])('%j says what has happened', (mail, words) => {
    const { text } = renderEmail(mail, { ...RECIPIENT, unsubscribeUrl: null });
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toContain('evil');
  });
});
