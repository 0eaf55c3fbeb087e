import { describe, expect, test, vi } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createIncomingMail, mailTo, RECEIVED, rawTo } from './test-incoming-mail.ts';
import { CONFIRMATION, PAYLOADS, PAYLOADS_WITHOUT_PICTURES, SUBJECT, sourceTo, TEXT } from './test-payloads.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const { addressOf, receive } = createIncomingMail(app);
clock.set(new Date('2026-11-27T09:00:00Z'));

type Entry = { title: string; content: string; entry_date: string; photos: unknown[] };
const entriesOf = async (user: Person): Promise<Entry[]> =>
  (await call(user, 'GET', '/api/journal?scope=mine')).body.entries;
type Received = { text: string; entry_id: string | null; reason: string | null };
const receivedBy = async (user: Person): Promise<Received[]> =>
  (await call(user, 'GET', '/api/email/received')).body.mails;
const inZone = async (timezone: string) => {
  const user = await person();
  await call(user, 'PUT', '/api/user/profile', { preferences: { timezone } });
  return user;
};

describe('POST /api/email/webhook', () => {
  test.each(Object.entries(PAYLOADS))('takes all of an email, once: %s', async (_service, payloadTo) => {
    const ada = await person();
    const { body, type } = payloadTo(await addressOf(ada));
    for (let time = 0; time < 2; time += 1) {
      const response = await receive(body, type);
      expect([response.status, response.body]).toEqual([200, RECEIVED]);
    }
    const entries = await entriesOf(ada);
    expect(entries).toMatchObject([{ title: SUBJECT, content: TEXT, entry_date: '2026-11-23' }]);
    expect(entries[0]?.photos).toHaveLength(1);
  });

  test.each(Object.entries(PAYLOADS_WITHOUT_PICTURES))('takes an email: %s', async (_service, payloadTo) => {
    const ada = await person();
    const { body, type } = payloadTo(await addressOf(ada));
    for (let time = 0; time < 2; time += 1) expect((await receive(body, type)).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toMatchObject([
      { title: SUBJECT, content: TEXT, entry_date: '2026-11-23', photos: [] },
    ]);
  });

  test.each([
    ['Postal', { rcpt_to: 'a@b.test', message_id: 'x@y', to: 'a@b.test', subject: 'Note' }],
    ['Amazon SES with an S3 action', { notificationType: 'Received', receipt: { recipients: [] }, mail: {} }],
    ['Brevo', { items: [{ MessageId: 'x', Recipients: ['a@b.test'], Subject: 'Note' }] }],
    ['MailerSend', { type: 'inbound.message', data: { recipients: {}, subject: 'Note' } }],
    ['an unknown service', { event: 'email.received', data: { email_id: '1' } }],
  ])('returns 400 for an email without its text: %s', async (_service, body) => {
    const response = await receive(body);
    expect([response.status, response.body.code]).toEqual([400, 'mail.incomplete']);
  });

  test('returns 400 for a form without an email', async () => {
    expect((await receive(Buffer.from('a=b'), 'application/x-www-form-urlencoded')).body.code).toBe('mail.incomplete');
    expect((await receive(Buffer.from('x'), 'multipart/form-data; boundary=b')).body.code).toBe('upload.malformed');
    expect((await receive(Buffer.from('x'), 'image/gif')).status).toBe(415);
  });

  test('returns 413 for a source above the maximum size', async () => {
    const response = await receive(
      Buffer.concat([sourceTo(await addressOf(await person())), Buffer.alloc(11e6, 'x')]),
      'message/rfc822',
    );
    expect([response.status, response.body.code]).toEqual([413, 'mail.too-large']);
  });

  test.each([
    'message/rfc822',
    'raw_base64',
    'Mailgun (MIME)',
    'Postal (raw)',
    'Amazon SES (base64)',
    'SendGrid (raw)',
  ])('takes a long email: %s', async (service) => {
    const ada = await person();
    const to = await addressOf(ada);
    const long = (source: Buffer) => source.toString('latin1').replace('Es regnete.', 'Es regnete. '.repeat(40_000));
    const bytes = Buffer.from(long(sourceTo(to)), 'latin1');
    const encoded = bytes.toString('base64');
    const short = sourceTo(to).toString('base64');
    const { body, type } = PAYLOADS[service]?.(to) ?? { body: '', type: '' };
    const filled = Buffer.isBuffer(body)
      ? Buffer.from(
          body
            .toString('latin1')
            .replace(sourceTo(to).toString('latin1'), () => bytes.toString('latin1'))
            .replace(short, () => encoded)
            .replace(/body-mime=.*/, () => `body-mime=${encodeURIComponent(bytes.toString('utf8'))}`),
          'latin1',
        )
      : JSON.stringify(body).replace(short, () => encoded);
    expect((await receive(filled, type)).status).toBe(200);
    const words = (await entriesOf(ada)).flatMap(({ content }) => String(content).match(/regnete/g) ?? []);
    expect(words).toHaveLength(40_000);
  });

  test('tells the operator how to confirm a subscription of Amazon SNS, and opens no URL', async () => {
    const warn = vi.spyOn(deps.log, 'warn');
    const confirm = (change: object) =>
      receive(Buffer.from(JSON.stringify({ ...CONFIRMATION, ...change })), 'text/plain; charset=UTF-8');
    expect((await confirm({})).body).toEqual(RECEIVED);
    for (const SubscribeURL of ['https://evil.test/', 'http://sns.eu-west-1.amazonaws.com/', 5]) {
      expect((await confirm({ SubscribeURL })).body).toEqual(RECEIVED);
    }
    expect(warn.mock.calls).toEqual([
      [{ event: 'mail.confirm-subscription', url: CONFIRMATION.SubscribeURL }, expect.any(String)],
    ]);
    warn.mockRestore();
  });
});

describe('the date of an entry', () => {
  test.each([
    ['that of the email in the zone of the owner', 'Thu, 26 Nov 2026 23:58:00 +0100', 'Europe/Berlin', '2026-11-26'],
    ['that of the email in another zone', 'Thu, 26 Nov 2026 23:58:00 +0100', 'Pacific/Auckland', '2026-11-27'],
    ['of seven days ago', 'Fri, 20 Nov 2026 09:00:00 GMT (comment)', 'UTC', '2026-11-20'],
    ['today, if the email is older', 'Fri, 20 Nov 2026 08:59:59 +0000', 'UTC', '2026-11-27'],
    ['today, if the email is of the future', 'Sat, 28 Nov 2026 09:00:00 +0000', 'UTC', '2026-11-27'],
    ['today, if the email names no offset', 'Tue, 24 Nov 2026 09:00:00', 'UTC', '2026-11-27'],
    ['today, if the email has no date', 'Yesterday', 'UTC', '2026-11-27'],
  ])('is %s', async (_what, date, zone, expected) => {
    const ada = await inZone(zone);
    await receive(mailTo(await addressOf(ada), { date }));
    expect(await entriesOf(ada)).toMatchObject([{ entry_date: expected }]);
  });
});

describe('what is no content', () => {
  test.each([
    ['a bounce', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
    ['an absence note', 'Auto-Submitted: auto-replied'],
    ['an absence note of another program', 'X-Autoreply: yes'],
    ['a mass mailing', 'Precedence: bulk'],
    ['a message of the mail server', 'Return-Path: <>'],
  ])('becomes no entry and takes no place of the day, but is kept: %s', async (_what, header) => {
    const ada = await person();
    const to = await addressOf(ada);
    const raw = `${header}\r\nTo: ${to}\r\nMessage-ID: <auto@x>\r\n\r\n--b\r\n\r\nAway.\r\n--b--`;
    expect((await receive({ raw })).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toEqual([]);
    const counts = await deps.db.selectFrom('mail_count').select('counter').where('user_id', '=', ada.id).execute();
    expect(counts).toEqual([{ counter: 'read' }]);
    const [mail] = await receivedBy(ada);
    expect(mail).toMatchObject({ entry_id: null, reason: 'automatic' });
    expect(mail?.text).toContain('Away.');
  });

  test.each(['Auto-Submitted: no', 'Precedence: list', 'X-Autoreply: no'])('is not told from %s', async (header) => {
    const ada = await person();
    await receive({ raw: `${header}\r\nTo: ${await addressOf(ada)}\r\nMessage-ID: <m@x>\r\n\r\nRain.` });
    expect(await entriesOf(ada)).toMatchObject([{ content: 'Rain.' }]);
  });

  test('is left out of the entry: signature, quote, logo and tracking pixel', async () => {
    const ada = await person();
    const { gifOf, plainPicture } = await import('#test/pictures.ts');
    const png = async (width: number, height: number) => plainPicture({ width, height }).png().toBuffer();
    const picture = (bytes: Uint8Array, id: string) =>
      `--r\r\nContent-Type: image/png; name=image.png\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;
    const text =
      'It rained.\r\n[cid:photo@a]\r\nAnd then?\r\n[cid:logo@a]\r\n\r\n-- \r\nAda\r\n[cid:portrait@a]\r\n\r\nOn 23 Nov 2026, at 08:15, Ben <ben@people.test> wrote:\r\n\r\n> Rain?';
    const pictures = [
      picture(await png(800, 600), 'photo@a'),
      picture(await png(300, 100), 'logo@a'),
      picture(await png(700, 700), 'portrait@a'),
      picture(await png(1, 1), 'pixel@a'),
      picture(gifOf(1), 'small@a'),
    ];
    const alternatives = `--r\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>It</p>\r\n--b--\r\n`;
    await receive(
      rawTo(await addressOf(ada), 'multipart/related; boundary=r', `${alternatives}${pictures.join('')}--r--`),
    );
    expect(await entriesOf(ada)).toMatchObject([{ content: 'It rained.\nAnd then?', photos: [{ width: 800 }] }]);
  });

  test.each(['Fwd: Rain', 'WG: Rain', 'Rain'])('is not what a user forwards: %s', async (subject) => {
    const ada = await person();
    const text = 'Keep this.\n\n---------- Forwarded message ---------\nFrom: Ben\n\n> Rain.\n\n-- \nBen';
    await receive(mailTo(await addressOf(ada), { subject, text }));
    expect(await entriesOf(ada)).toMatchObject([{ title: subject, content: text }]);
  });
});

describe('GET /api/email/received', () => {
  const OWN = 'It rained.';
  const TEXT_AS_SENT = `${OWN}\n\n-- \nAda\n\nOn 23 Nov 2026, at 08:15, Ben <ben@people.test> wrote:\n\n> Rain?`;

  test('lists the emails to the journal with all that their entries leave out, newest first, once', async () => {
    const [ada, ben] = [await person(), await person()];
    const to = await addressOf(ada);
    const mail = mailTo(to, { subject: 'Re: Rain', text: TEXT_AS_SENT });
    for (let time = 0; time < 2; time += 1) await receive(mail);
    clock.advance(1_000);
    await receive(mailTo(to, { text: 'y'.repeat(150_000) }));
    const { status, body } = await call(ada, 'GET', '/api/email/received?limit=1');
    expect(status).toBe(200);
    expect(body.mails).toMatchObject([{ subject: 'Day one', reason: null }]);
    expect(body.mails[0].text).toHaveLength(100_000);
    const entry = (await call(ada, 'GET', '/api/journal?scope=mine')).body.entries.at(-1);
    expect(entry).toMatchObject({ title: 'Re: Rain', content: OWN });
    const rest = (await call(ada, 'GET', `/api/email/received?cursor=${body.next_cursor}`)).body;
    expect(rest).toEqual({
      mails: [
        {
          id: expect.any(String),
          subject: 'Re: Rain',
          text: TEXT_AS_SENT,
          entry_id: entry.id,
          reason: null,
          received_at: new Date(clock.now().getTime() - 1_000).toISOString(),
        },
      ],
      next_cursor: null,
    });
    expect(await receivedBy(ben)).toEqual([]);
  });

  test('keeps an email whose entry is deleted', async () => {
    const ada = await person();
    await receive(mailTo(await addressOf(ada), { text: TEXT_AS_SENT }));
    const [entry] = (await call(ada, 'GET', '/api/journal?scope=mine')).body.entries;
    expect((await call(ada, 'DELETE', `/api/journal/${entry.id}`)).status).toBe(200);
    expect(await receivedBy(ada)).toMatchObject([{ text: TEXT_AS_SENT, entry_id: null, reason: null }]);
  });

  test('has no email above the daily limit of entries', async () => {
    const ada = await person();
    const day = clock.now().toISOString().slice(0, 10);
    await deps.db.insertInto('mail_count').values({ user_id: ada.id, day, counter: 'received', count: 20 }).execute();
    await receive(mailTo(await addressOf(ada)));
    expect(await receivedBy(ada)).toEqual([]);
  });

  test('returns 400 for an invalid cursor, 401 without a token and 403 while impersonating', async () => {
    const [ada, admin] = [await person(), await superAdmin()];
    expect((await call(ada, 'GET', '/api/email/received?cursor=x')).status).toBe(400);
    expect((await call(null, 'GET', '/api/email/received')).status).toBe(401);
    const started = await call(admin, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: 'Help' });
    expect((await call({ ...ada, token: started.body.token }, 'GET', '/api/email/received')).status).toBe(403);
  });
});
