import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpBehaviour, startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createOrganization } from '#test/groups.ts';
import { expectLinear } from '#test/growth.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { watchMailThreads } from '../test-mail-threads.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url, EMAIL_FROM: 'Meadow <post@meadow.test>' } });
const { call, clock, deps, person, superAdmin } = app;
beforeEach(() => server.behave({ mode: 'normal' }));

/** Two users of one organization. */
async function createColleagues(): Promise<[Person, Person]> {
  const [ada, ben] = [await person({ name: 'Ada Lovelace' }), await person()];
  await createOrganization(deps, ada, [ben]);
  return [ada, ben];
}

const mailTo = (to: unknown, change: object = {}) => ({
  to,
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...change,
});

const send = (sender: Person | null, body: unknown, headers = {}) =>
  call(sender, 'POST', '/api/email/send', body, headers);

const arrivedFor = async (to: string) =>
  Promise.all(server.mails.filter((mail) => mail.to.includes(to)).map(({ source }) => PostalMime.parse(source)));

const rowsOf = (sender: Person) =>
  deps.db.selectFrom('outgoing_mail').selectAll().where('sender_id', '=', sender.id).orderBy('id').execute();

const countsOf = async (sender: Person) => {
  const rows = await deps.db
    .selectFrom('mail_count')
    .select(['counter', 'count'])
    .where('user_id', '=', sender.id)
    .execute();
  return Object.fromEntries(rows.map(({ counter, count }) => [counter, count]));
};

const setNoon = () => clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T12:00:00Z`));
setNoon();

describe('POST /api/email/send', () => {
  test('sends the email from the address of the service, with the sender’s name below the text', async () => {
    const [ada, ben] = await createColleagues();
    const { status, body } = await send(ada, mailTo(ben.email));
    expect([status, body]).toEqual([200, { success: true, id: expect.any(String), delivery: 'sent' }]);
    const [mail, ...more] = await arrivedFor(ben.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      from: { name: 'Meadow', address: 'post@meadow.test' },
      to: [{ address: ben.email, name: '' }],
      subject: 'Grüße',
      messageId: `<${body.id}@meadow.test>`,
    });
    expect(mail?.html).toContain('<p>Hello</p>');
    for (const part of [mail?.html, mail?.text])
      expect(part).toContain('Ada Lovelace sent this email through meadow.test.');
    expect(await rowsOf(ada)).toMatchObject([{ id: body.id, category: 'personal', status: 'sent', attempts: 1 }]);
    expect(await countsOf(ada)).toEqual({ sent: 1, [`sent to ${ben.email}`]: 1 });
  });

  test.each([
    [{ html: undefined }, 'Hello', '<p>Hello</p>'],
    [{ html: '', text: 'one <b>\n\ntwo\nlines' }, 'one <b>', '<p>one &#60;b&#62;</p>\n<p>two<br>lines</p>'],
    [{ text: undefined }, 'Hello', '<p>Hello</p>'],
    [{ text: ' ', html: '<h1>Dear</h1><p>one<br>two</p>' }, 'Dear\n\none\ntwo', '<h1>Dear</h1><p>one<br />two</p>'],
  ])('makes the missing part from the other one: %j', async (change, text, html) => {
    const [ada, ben] = await createColleagues();
    expect((await send(ada, mailTo(ben.email, change))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.text?.replaceAll('\r\n', '\n')).toContain(text);
    expect(mail?.html?.replaceAll('\r\n', '\n')).toContain(html);
  });

  test('removes scripts, forms and styles from the HTML', async () => {
    const [ada, ben] = await createColleagues();
    const html = `<script>alert(1)</script><iframe src="https://evil.test"></iframe><form action="https://evil.test"><input></form>
      <p onclick="alert(1)">Hello <a href="javascript:alert(1)">you</a><img src=x onerror=alert(1)></p><style>*{display:none}</style>`;
    expect((await send(ada, mailTo(ben.email, { html }))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.html).toContain('<p>Hello <a>you</a></p>');
    expect(mail?.html).not.toMatch(/<script|<iframe|<form|<input|<img|onclick|onerror|javascript:|display:none/i);
  });

  test('escapes the sender’s name and keeps it on one line', async () => {
    const [ada, ben] = await createColleagues();
    const name = 'Bank\r\n\r\n<script>alert(1)</script>';
    await deps.db.updateTable('profile').set({ full_name: name }).where('id', '=', ada.id).execute();
    expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.html).not.toContain('<script');
    expect(mail?.text).toContain('Bank <script>alert(1)</script> sent this email');
  });

  test('ignores the case of the sender’s own address', async () => {
    const ada = await person();
    expect((await send(ada, mailTo(ada.email.toUpperCase()))).status).toBe(200);
  });

  test('sends once for an Idempotency-Key', async () => {
    const ada = await person();
    const headers = { 'idempotency-key': 'the-one-mail' };
    const [first, second] = [await send(ada, mailTo(ada.email), headers), await send(ada, mailTo(ada.email), headers)];
    expect(second.body).toEqual(first.body);
    expect(await arrivedFor(ada.email)).toHaveLength(1);
  });

  test('lets super admins write to every address, without quotas, in the name of the service', async () => {
    const admin = await superAdmin();
    for (let count = 0; count < 21; count += 1) {
      expect((await send(admin, mailTo('eve@elsewhere.test', { subject: `Mail ${count}` }))).status).toBe(200);
    }
    const mails = await arrivedFor('eve@elsewhere.test');
    expect(mails).toHaveLength(21);
    expect(mails[0]?.text?.trim()).toBe('Hello');
    expect(await countsOf(admin)).toEqual({});
  });

  test('ignores other properties of the body', async () => {
    const ada = await person();
    const body = mailTo(ada.email, {
      from: 'boss@evil.test',
      cc: 'a@b.test',
      bcc: ['c@d.test'],
      attachments: [{ path: '/etc/passwd' }],
      headers: { 'X-A': 'b' },
      raw: 'x',
    });
    expect((await send(ada, body)).status).toBe(200);
    const [mail] = await arrivedFor(ada.email);
    expect(mail).toMatchObject({ from: { address: 'post@meadow.test' }, attachments: [] });
    expect([mail?.cc, mail?.bcc, mail?.headers.find(({ key }) => key === 'x-a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  const LONG = 'x'.repeat(100_001);
  test.each([
    ['a list of recipients', { to: ['a@people.test', 'b@people.test'] }],
    ['two recipients', { to: 'a@people.test,b@people.test' }],
    ['an object as the recipient', { to: { address: 'a@people.test' } }],
    ['a name beside the address', { to: 'Ada <a@people.test>' }],
    ['a group', { to: 'all: a@people.test;' }],
    ['a quoted address', { to: '"a b"@people.test' }],
    ['an address with a command in it', { to: 'a@x>\r\nRCPT TO:<v@x' }],
    ['an address with a line break', { to: 'a@people.test\n' }],
    ['an address with a NUL', { to: 'a\u0000@people.test' }],
    ['an address without a host', { to: 'a@' }],
    ['an address without a local part', { to: 'people.test' }],
    ['an address that is too long', { to: `${'a'.repeat(64)}@${'b'.repeat(190)}.test` }],
    ['no recipient', { to: undefined }],
    ['a subject with another header', { subject: 'Hi\r\nBcc: v@x' }],
    ['a subject with a line feed', { subject: 'Hi\nBcc: v@x' }],
    ['a subject with a carriage return', { subject: 'Hi\rBcc: v@x' }],
    ['a subject with a NUL', { subject: 'Hi\u0000' }],
    ['a subject with a next line', { subject: 'Hi\u0085Bcc: v@x' }],
    ['a subject with a right-to-left override', { subject: 'Hi\u202e.txt' }],
    ['a subject with a bidirectional isolate', { subject: 'Hi\u2066.txt' }],
    ['an object as the subject', { subject: { toString: 'x' } }],
    ['no subject', { subject: '' }],
    ['a subject that is too long', { subject: 'x'.repeat(201) }],
    ['a file as the HTML', { html: { path: '/etc/passwd' } }],
    ['a list as the HTML', { html: ['<p>x</p>'] }],
    ['a number as the text', { text: 7 }],
    ['too much HTML', { html: LONG }],
    ['too much text', { text: LONG }],
    ['blank parts', { html: '', text: ' ' }],
    ['no parts', { html: undefined, text: undefined }],
  ])('returns 400 for %s', async (_what, change) => {
    const ada = await person();
    const before = server.mails.length;
    const { status, body } = await send(ada, mailTo(ada.email, change));
    expect([status, body.error]).toEqual([400, expect.any(String)]);
    expect([server.mails.length, await rowsOf(ada), await countsOf(ada)]).toEqual([before, [], {}]);
  });

  test('returns 400 for an address made to be slow to parse, at a cost that grows with its length alone', async () => {
    const ada = await person();
    await expectLinear(50_000, async (length) => {
      expect((await send(ada, mailTo('('.repeat(length)))).status).toBe(400);
    });
  });

  test.each(['<b>', '<td>'])(
    'sanitizes HTML made to be slow in a thread, so that others are served meanwhile: %s',
    async (tag) => {
      const ada = await person();
      const runs = watchMailThreads(deps);
      const html = `x${tag.repeat(24_000)}`;
      expect((await send(ada, mailTo(ada.email, { html, text: undefined }))).status).toBe(200);
      expect(runs).toEqual(['cleanHtmlOf']);
    },
  );

  test('returns 400 for HTML that cannot be sanitized in time, without counting the email', async () => {
    const ada = await person();
    const { mailParser } = deps;
    Object.assign(deps, { mailParser: { cleanHtml: async () => null } });
    const { status, body } = await send(ada, mailTo(ada.email)).finally(() => Object.assign(deps, { mailParser }));
    expect([status, body.code]).toEqual([400, 'mail.unreadable']);
    expect([await rowsOf(ada), await countsOf(ada)]).toEqual([[], {}]);
  });

  test('returns 500 for a failed sanitizer, without storing or counting the email', async () => {
    const ada = await person();
    const { mailParser } = deps;
    const cleanHtml = async () => {
      throw new Error('broken');
    };
    Object.assign(deps, { mailParser: { cleanHtml } });
    const { status } = await send(ada, mailTo(ada.email)).finally(() => Object.assign(deps, { mailParser }));
    expect([status, await rowsOf(ada), await countsOf(ada)]).toEqual([500, [], {}]);
    clock.advance(11 * 60 * 1_000);
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
  });

  test('returns 400 for a URL as content, without requesting it', async () => {
    const hits: string[] = [];
    const listener = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const href = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    const ada = await person();
    for (const part of ['text', 'html']) {
      expect((await send(ada, mailTo(ada.email, { [part]: { href } }))).status).toBe(400);
      expect((await send(ada, mailTo(ada.email, { [part]: `<img src="${href}"><link href="${href}">x` }))).status).toBe(
        200,
      );
    }
    expect(hits).toEqual([]);
    listener.close();
  });

  test('returns 401 without a token', async () => {
    expect((await send(null, mailTo('a@people.test'))).status).toBe(401);
  });

  test.each([
    ['an unknown address', async () => 'unknown@elsewhere.test'],
    ['a user without a shared organization', async () => (await person()).email],
  ])('returns the same 403 for %s', async (_recipient, addressOf) => {
    const ada = await person();
    const { status, body } = await send(ada, mailTo(await addressOf()));
    expect([status, body.code]).toEqual([403, 'mail.recipient-not-allowed']);
    expect([await rowsOf(ada), await countsOf(ada)]).toEqual([[], {}]);
  });

  test.each(['sender', 'recipient'])('returns 403 if the %s blocked the other user', async (who) => {
    const [ada, ben] = await createColleagues();
    const [blocker, blocked] = who === 'sender' ? [ada, ben] : [ben, ada];
    const block = { blocker_id: blocker.id, blocked_id: blocked.id, created_at: clock.now() };
    await deps.db.insertInto('user_block').values(block).execute();
    expect((await send(ada, mailTo(ben.email))).body.code).toBe('mail.recipient-not-allowed');
  });

  test('returns 403 for an inactive recipient', async () => {
    const [ada, ben] = await createColleagues();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ben.id).execute();
    expect((await send(ada, mailTo(ben.email))).status).toBe(403);
  });

  test('returns 403 while impersonating', async () => {
    const [ada, ben] = await createColleagues();
    const started = await call(await superAdmin(), 'POST', '/api/admin/impersonate', {
      target_id: ada.id,
      reason: 'Help',
    });
    const { status, body } = await send({ ...ada, token: started.body.token }, mailTo(ben.email));
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
  });

  test('returns 429 from the fourth email to one address until the next day', async () => {
    setNoon();
    const [ada, ben] = await createColleagues();
    for (let count = 0; count < 3; count += 1) expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    const { status, body, headers } = await send(ada, mailTo(ben.email.toUpperCase()));
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'mail.recipient-quota-spent', '43200']);
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
    expect(await countsOf(ada)).toMatchObject({ sent: 4, [`sent to ${ben.email}`]: 3 });
    clock.advance(12 * 60 * 60 * 1_000);
    const tomorrow = { ...ada, token: await app.issuer.sign(ada.id, clock.now(), { email: ada.email }) };
    expect((await send(tomorrow, mailTo(ben.email))).status).toBe(200);
    setNoon();
  });

  test('returns 429 from the 21st email of a day, also to the sender’s own address', async () => {
    const ada = await person();
    for (let count = 0; count < 20; count += 1) expect((await send(ada, mailTo(ada.email))).status).toBe(200);
    const { status, body } = await send(ada, mailTo(ada.email.toUpperCase()));
    expect([status, body.code]).toEqual([429, 'mail.daily-quota-spent']);
    expect(await countsOf(ada)).toEqual({ sent: 20 });
  });

  const FAULTS: [SmtpBehaviour, number, string][] = [
    [{ mode: 'reset', at: 'greeting' }, 502, 'mail.unavailable'],
    [{ mode: 'garbage', at: 'greeting' }, 502, 'mail.unavailable'],
    [{ mode: 'huge' }, 502, 'mail.unavailable'],
    [{ mode: 'refuse-with', status: 421, at: 'greeting' }, 502, 'mail.unavailable'],
    [{ mode: 'refuse-with', status: 450, at: 'recipient' }, 502, 'mail.unavailable'],
  ];
  test.each(FAULTS.map((fault): [string, ...typeof fault] => [JSON.stringify(fault[0]), ...fault]))(
    // A time limit would have another code.
    'returns 502 at once if the mail server fails, without counting the email: %s',
    async (_name, behaviour, status, code) => {
      const [ada, ben] = await createColleagues();
      server.behave(behaviour);
      const response = await send(ada, mailTo(ben.email));
      expect([response.status, response.body.code]).toEqual([status, code]);
      expect(await rowsOf(ada)).toMatchObject([{ status: 'failed' }]);
      expect(await countsOf(ada)).toEqual({ sent: 0, [`sent to ${ben.email}`]: 0 });
      server.behave({ mode: 'normal' });
      expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    },
  );

  test('returns 502 if the mail server rejects the email, and counts it, so that addresses cannot be probed', async () => {
    const ada = await person();
    server.behave({ mode: 'refuse-with', status: 550, at: 'recipient' });
    const { status, body } = await send(ada, mailTo(ada.email));
    expect([status, body.code]).toEqual([502, 'mail.refused']);
    expect(await countsOf(ada)).toMatchObject({ sent: 1 });
  });

  test('returns 503 if the mail server does not confirm the email, and does not send it again, with or without a key', async () => {
    const ada = await person();
    const headers = { 'idempotency-key': 'unconfirmed-mail' };
    server.behave({ mode: 'reset', at: 'end' });
    const first = await send(ada, mailTo(ada.email), headers);
    expect([first.status, first.body.code]).toEqual([503, 'mail.unconfirmed']);
    server.behave({ mode: 'normal' });
    for (const again of [headers, {}]) {
      const { status, body } = await send(ada, mailTo(ada.email), again);
      expect([status, body.code]).toEqual([400, 'mail.perhaps-sent']);
    }
    expect(await arrivedFor(ada.email)).toHaveLength(1);
    expect((await send(ada, mailTo(ada.email, { text: 'Something else' }))).status).toBe(200);
    expect(await countsOf(ada)).toMatchObject({ sent: 2 });
  });

  test('returns 400 for an email that a dead node was sending', async () => {
    const ada = await person();
    const { body } = await send(ada, mailTo(ada.email));
    await deps.db.updateTable('outgoing_mail').set({ status: 'sending' }).where('id', '=', body.id).execute();
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
    clock.advance(11 * 60 * 1_000);
    expect((await send(ada, mailTo(ada.email))).body.code).toBe('mail.perhaps-sent');
  });
});

describe('log lines', () => {
  test('contain no email address and no content', async () => {
    const lines: unknown[] = [];
    const warn = deps.log.warn;
    deps.log.warn = ((...line: unknown[]) => lines.push(line)) as typeof warn;
    const ada = await person();
    server.behave({ mode: 'refuse-with', status: 550, at: 'recipient' });
    await send(ada, mailTo(ada.email, { text: 'canary-of-the-text' }));
    deps.log.warn = warn;
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toMatch(/canary|people\.test|Grüße/);
  });
});
