import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrganization } from '../../../test/groups.ts';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { type SmtpBehaviour, startTestSmtpServer } from '../../providers/mail/test-smtp-server.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url, EMAIL_FROM: 'Meadow <post@meadow.test>' } });
const { call, clock, deps, person, superAdmin } = app;
beforeEach(() => server.behave({ mode: 'normal' }));

/** Two people who share an organization. */
async function colleagues(): Promise<[Person, Person]> {
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

/** What the test's clock says in the middle of a day. */
const noon = () => clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T12:00:00Z`));
noon();

describe('POST /api/email/send', () => {
  test('200 sends the mail to one address, from the address of the service, with the name of the sender beneath', async () => {
    const [ada, ben] = await colleagues();
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
    for (const part of [mail?.html, mail?.text]) expect(part).toContain('Ada Lovelace wrote this mail by meadow.test.');
    expect(await rowsOf(ada)).toMatchObject([{ id: body.id, category: 'personal', status: 'sent', attempts: 1 }]);
    expect(await countsOf(ada)).toEqual({ sent: 1, [`sent to ${ben.email}`]: 1 });
  });

  test.each([
    [{ html: undefined }, 'Hello', '<p>Hello</p>'],
    [{ html: '', text: 'one <b>\n\ntwo\nlines' }, 'one <b>', '<p>one &#60;b&#62;</p>\n<p>two<br>lines</p>'],
    [{ text: undefined }, 'Hello', '<p>Hello</p>'],
    [{ text: ' ', html: '<h1>Dear</h1><p>one<br>two</p>' }, 'Dear\n\none\ntwo', '<h1>Dear</h1><p>one<br />two</p>'],
  ])('200 makes the part that is missing out of the other one: %j', async (change, text, html) => {
    const [ada, ben] = await colleagues();
    expect((await send(ada, mailTo(ben.email, change))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.text?.replaceAll('\r\n', '\n')).toContain(text);
    expect(mail?.html?.replaceAll('\r\n', '\n')).toContain(html);
  });

  test('200 takes out of the HTML what runs, asks or hides', async () => {
    const [ada, ben] = await colleagues();
    const html = `<script>alert(1)</script><iframe src="https://evil.test"></iframe><form action="https://evil.test"><input></form>
      <p onclick="alert(1)">Hello <a href="javascript:alert(1)">you</a><img src=x onerror=alert(1)></p><style>*{display:none}</style>`;
    expect((await send(ada, mailTo(ben.email, { html }))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.html).toContain('<p>Hello <a>you</a></p>');
    expect(mail?.html).not.toMatch(/<script|<iframe|<form|<input|<img|onclick|onerror|javascript:|display:none/i);
  });

  test('200 lets nobody write lines beneath by their name', async () => {
    const [ada, ben] = await colleagues();
    const name = 'Bank\r\n\r\n<script>alert(1)</script>';
    await deps.db.updateTable('profile').set({ full_name: name }).where('id', '=', ada.id).execute();
    expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    const [mail] = await arrivedFor(ben.email);
    expect(mail?.html).not.toContain('<script');
    expect(mail?.text).toContain('Bank <script>alert(1)</script> wrote this mail');
  });

  test('200 to oneself, in whatever case the address is written', async () => {
    const ada = await person();
    expect((await send(ada, mailTo(ada.email.toUpperCase()))).status).toBe(200);
  });

  test('200 once for an Idempotency-Key', async () => {
    const ada = await person();
    const headers = { 'idempotency-key': 'the-one-mail' };
    const [first, second] = [await send(ada, mailTo(ada.email), headers), await send(ada, mailTo(ada.email), headers)];
    expect(second.body).toEqual(first.body);
    expect(await arrivedFor(ada.email)).toHaveLength(1);
  });

  test('200 for a super admin to anybody, as often as they like, in the name of the service', async () => {
    const admin = await superAdmin();
    for (let count = 0; count < 21; count += 1) {
      expect((await send(admin, mailTo('somebody@elsewhere.test', { subject: `Mail ${count}` }))).status).toBe(200);
    }
    const mails = await arrivedFor('somebody@elsewhere.test');
    expect(mails).toHaveLength(21);
    expect(mails[0]?.text?.trim()).toBe('Hello');
    expect(await countsOf(admin)).toEqual({});
  });

  test('200 with what else a body holds changes nothing', async () => {
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
    ['an address with a line end', { to: 'a@people.test\n' }],
    ['an address with a NUL', { to: 'a\u0000@people.test' }],
    ['an address without a host', { to: 'a@' }],
    ['no address', { to: 'people.test' }],
    ['an address that is too long', { to: `${'a'.repeat(64)}@${'b'.repeat(190)}.test` }],
    ['no recipient', { to: undefined }],
    ['a subject with another header', { subject: 'Hi\r\nBcc: v@x' }],
    ['a subject with a line feed', { subject: 'Hi\nBcc: v@x' }],
    ['a subject with a carriage return', { subject: 'Hi\rBcc: v@x' }],
    ['a subject with a NUL', { subject: 'Hi\u0000' }],
    ['a subject with a next line', { subject: 'Hi\u0085Bcc: v@x' }],
    ['a subject that turns its letters round', { subject: 'Hi\u202e.txt' }],
    ['a subject that sets its letters apart', { subject: 'Hi\u2066.txt' }],
    ['an object as the subject', { subject: { toString: 'x' } }],
    ['no subject', { subject: '' }],
    ['a subject that is too long', { subject: 'x'.repeat(201) }],
    ['a file as the HTML', { html: { path: '/etc/passwd' } }],
    ['a list as the HTML', { html: ['<p>x</p>'] }],
    ['a number as the text', { text: 7 }],
    ['too much HTML', { html: LONG }],
    ['too much text', { text: LONG }],
    ['nothing to say', { html: '', text: ' ' }],
    ['nothing to say at all', { html: undefined, text: undefined }],
  ])('400 for %s', async (_what, change) => {
    const ada = await person();
    const before = server.mails.length;
    const { status, body } = await send(ada, mailTo(ada.email, change));
    expect([status, body.error]).toEqual([400, expect.any(String)]);
    expect([server.mails.length, await rowsOf(ada), await countsOf(ada)]).toEqual([before, [], {}]);
  });

  test('400 at once for an address that is made to take long', async () => {
    const ada = await person();
    await send(ada, mailTo('('));
    const durations = [];
    for (let run = 0; run < 5; run += 1) {
      const start = performance.now();
      expect((await send(ada, mailTo('('.repeat(50_000)))).status).toBe(400);
      durations.push(performance.now() - start);
    }
    // The best of several: the machine may be busy.
    expect(Math.min(...durations)).toBeLessThan(20);
  });

  test('200 for HTML that was made to take long, while others are served', async () => {
    const ada = await person();
    let gap = Number.POSITIVE_INFINITY;
    // The best of several: the machine may be busy.
    for (let run = 0; run < 3 && gap >= 500; run += 1) {
      const html = `${run}${(run === 0 ? '<b>' : '<td>').repeat(24_000)}`;
      const delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      expect((await send(ada, mailTo(ada.email, { html, text: undefined }))).status).toBe(200);
      delays.disable();
      gap = Math.min(gap, delays.max / 1e6);
    }
    // It took five seconds once.
    expect(gap).toBeLessThan(500);
  }, 60_000);

  test('400 for HTML that cannot be made safe in time, and the mail counts nowhere', async () => {
    const ada = await person();
    const { mailReader } = deps;
    Object.assign(deps, { mailReader: { cleanHtml: async () => null } });
    const { status, body } = await send(ada, mailTo(ada.email)).finally(() => Object.assign(deps, { mailReader }));
    expect([status, body.code]).toEqual([400, 'mail.unreadable']);
    expect([await rowsOf(ada), await countsOf(ada)]).toEqual([[], {}]);
  });

  test('500 where the mail cannot be made leaves nothing: it counts nowhere, and may be sent again', async () => {
    const ada = await person();
    const { mailReader } = deps;
    const cleanHtml = async () => {
      throw new Error('broken');
    };
    Object.assign(deps, { mailReader: { cleanHtml } });
    const { status } = await send(ada, mailTo(ada.email)).finally(() => Object.assign(deps, { mailReader }));
    expect([status, await rowsOf(ada), await countsOf(ada)]).toEqual([500, [], {}]);
    clock.advance(11 * 60 * 1_000);
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
  });

  test('400 for an address to read from, which nobody asks', async () => {
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

  test('401 for nobody in particular', async () => {
    expect((await send(null, mailTo('a@people.test'))).status).toBe(401);
  });

  test.each([
    ['an address that nobody has', async () => 'nobody@elsewhere.test'],
    ['somebody with whom one shares no organization', async () => (await person()).email],
  ])('403 to %s, and the two look alike', async (_whom, addressOf) => {
    const ada = await person();
    const { status, body } = await send(ada, mailTo(await addressOf()));
    expect([status, body.code]).toEqual([403, 'mail.recipient-not-allowed']);
    expect([await rowsOf(ada), await countsOf(ada)]).toEqual([[], {}]);
  });

  test.each(['one', 'other'])('403 over a block, whoever has made it: the %s', async (who) => {
    const [ada, ben] = await colleagues();
    const [blocker, blocked] = who === 'one' ? [ada, ben] : [ben, ada];
    const block = { blocker_id: blocker.id, blocked_id: blocked.id, created_at: clock.now() };
    await deps.db.insertInto('user_block').values(block).execute();
    expect((await send(ada, mailTo(ben.email))).body.code).toBe('mail.recipient-not-allowed');
  });

  test('403 to somebody who is blocked from the service', async () => {
    const [ada, ben] = await colleagues();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ben.id).execute();
    expect((await send(ada, mailTo(ben.email))).status).toBe(403);
  });

  test('403 in the place of somebody else', async () => {
    const [ada, ben] = await colleagues();
    const started = await call(await superAdmin(), 'POST', '/api/admin/impersonate', {
      target_id: ada.id,
      reason: 'Help',
    });
    const { status, body } = await send({ ...ada, token: started.body.token }, mailTo(ben.email));
    expect([status, body.code]).toEqual([403, 'auth.refused-while-impersonating']);
  });

  test('429 from the fourth mail of a day to one address on, until the next day', async () => {
    noon();
    const [ada, ben] = await colleagues();
    for (let count = 0; count < 3; count += 1) expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    const { status, body, headers } = await send(ada, mailTo(ben.email.toUpperCase()));
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'mail.recipient-quota-spent', '43200']);
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
    expect(await countsOf(ada)).toMatchObject({ sent: 4, [`sent to ${ben.email}`]: 3 });
    clock.advance(12 * 60 * 60 * 1_000);
    const tomorrow = { ...ada, token: await app.issuer.sign(ada.id, clock.now(), { email: ada.email }) };
    expect((await send(tomorrow, mailTo(ben.email))).status).toBe(200);
    noon();
  });

  test('429 from the twenty-first mail of a day to oneself on, and none before', async () => {
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
    [{ mode: 'hang', at: 'sender' }, 503, 'mail.timeout'],
    [{ mode: 'slow', delayMs: 10_000 }, 503, 'mail.timeout'],
  ];
  test.each(FAULTS.map((fault): [string, ...typeof fault] => [JSON.stringify(fault[0]), ...fault]))(
    '502 or 503 within eight seconds where the mail server fails, and the mail counts nowhere: %s',
    async (_name, behaviour, status, code) => {
      const [ada, ben] = await colleagues();
      server.behave(behaviour);
      const start = performance.now();
      const answer = await send(ada, mailTo(ben.email));
      expect(performance.now() - start).toBeLessThan(8_000);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await rowsOf(ada)).toMatchObject([{ status: 'failed' }]);
      expect(await countsOf(ada)).toEqual({ sent: 0, [`sent to ${ben.email}`]: 0 });
      server.behave({ mode: 'normal' });
      expect((await send(ada, mailTo(ben.email))).status).toBe(200);
    },
  );

  test('502 where the mail server refuses this mail for good, and it counts: addresses are not tried out', async () => {
    const ada = await person();
    server.behave({ mode: 'refuse-with', status: 550, at: 'recipient' });
    const { status, body } = await send(ada, mailTo(ada.email));
    expect([status, body.code]).toEqual([502, 'mail.refused']);
    expect(await countsOf(ada)).toMatchObject({ sent: 1 });
  });

  test('503 where nobody has confirmed the mail: it is not sent again by whoever repeats it, with a key or without', async () => {
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

  test('400 where a node died over the same mail', async () => {
    const ada = await person();
    const { body } = await send(ada, mailTo(ada.email));
    await deps.db.updateTable('outgoing_mail').set({ status: 'sending' }).where('id', '=', body.id).execute();
    expect((await send(ada, mailTo(ada.email))).status).toBe(200);
    clock.advance(11 * 60 * 1_000);
    expect((await send(ada, mailTo(ada.email))).body.code).toBe('mail.perhaps-sent');
  });
});

describe('What is told to the operator', () => {
  test('holds no address and no text', async () => {
    const told: unknown[] = [];
    const warn = deps.log.warn;
    deps.log.warn = ((...facts: unknown[]) => told.push(facts)) as typeof warn;
    const ada = await person();
    server.behave({ mode: 'refuse-with', status: 550, at: 'recipient' });
    await send(ada, mailTo(ada.email, { text: 'canary-of-the-text' }));
    deps.log.warn = warn;
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toMatch(/canary|people\.test|Grüße/);
  });
});
