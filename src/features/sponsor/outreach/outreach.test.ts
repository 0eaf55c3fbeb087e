import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';
import { SPONSOR, sponsorsOf } from '../test-sponsors.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url } });
const { call, clock, deps, issuer, person, superAdmin } = app;
const { createApplication, createSponsor, decide, contactSponsor, listEmailsTo } = sponsorsOf(app);

const root = await superAdmin();
const START = clock.now();
beforeEach(async () => {
  // Tokens expire.
  clock.set(START);
  await deps.db.deleteFrom('outgoing_mail').execute();
});

const HOUR = 60 * 60 * 1_000;
const messagesTo = ({ id }: { id: string }) =>
  deps.db.selectFrom('sponsor_message').selectAll().where('sponsor_id', '=', id).execute();
const renewed = async (caller: Person): Promise<Person> => ({
  ...caller,
  token: await issuer.sign(caller.id, clock.now(), { email: caller.email, name: 'Ada' }),
});
const ada = async (claims = {}) => person({ name: 'Ada', ...claims });

/** Sends due emails and returns those to the sponsors. */
async function sendAndReceive() {
  const known = server.mails.length;
  await sendDueMails(deps);
  const sources = server.mails.slice(known).filter(({ to }) => to.includes(SPONSOR.contact_email));
  return Promise.all(sources.map(async ({ source }) => ({ source, ...(await PostalMime.parse(source)) })));
}

describe('POST /api/lab/outreach', () => {
  test('relays a message by email without showing email addresses', async () => {
    const sponsor = await createSponsor(root);
    const sender = await ada();
    const { status, body, text } = await contactSponsor(sender, sponsor, {
      message: 'Hello,\n\nI wind coils. <b>Really</b>.',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      outreach: {
        id: expect.any(String),
        recipient_id: sponsor.id,
        message: 'Hello,\n\nI wind coils. <b>Really</b>.',
        shares_email: false,
        created_at: clock.now().toISOString(),
      },
      remaining: 4,
    });
    expect(text).not.toMatch(/canary/i);
    expect(await messagesTo(sponsor)).toEqual([
      { id: body.outreach.id, sender_id: sender.id, sponsor_id: sponsor.id, created_at: clock.now() },
    ]);
    expect(await listEmailsTo(sponsor)).toMatchObject([
      { category: 'sponsor-message', status: 'queued', sender_id: sender.id, recipient_email: SPONSOR.contact_email },
    ]);

    const [mail, ...more] = await sendAndReceive();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'You have a message through Meadow',
      to: [{ address: SPONSOR.contact_email }],
    });
    expect([mail?.replyTo, mail?.cc, mail?.bcc]).toEqual([undefined, undefined, undefined]);
    expect(mail?.text).toContain('A message for you, Carla Canary');
    expect(mail?.text).toContain('Ada wrote to Coils & Sons:');
    expect(mail?.text).toContain('> Hello,\n>\n> I wind coils. <b>Really</b>.');
    expect(mail?.text).toContain('Meadow does not forward replies.');
    expect(mail?.html).toContain('Hello,<br><br>I wind coils. &#60;b&#62;Really&#60;/b&#62;.');
    expect(mail?.source).not.toContain(sender.email);
    const headerOf = (key: string) => mail?.headers.find((header) => header.key === key)?.value;
    expect(headerOf('list-unsubscribe')).toContain('opt_out=sponsor-message.');
    expect(headerOf('auto-submitted')).toBeUndefined();
    // The text is deleted.
    expect(await listEmailsTo(sponsor)).toMatchObject([{ status: 'sent', data: {} }]);
  });

  test('lets the sponsor reply with share_email', async () => {
    const sponsor = await createSponsor(root);
    const sender = await ada();
    expect((await contactSponsor(sender, sponsor, { share_email: true })).body.outreach.shares_email).toBe(true);
    const [mail] = await sendAndReceive();
    expect(mail?.replyTo).toEqual([{ name: '', address: sender.email }]);
    expect(mail?.text).toContain('Reply to this email to write to the sender');
  });

  test.each([
    ['a message', { message: 'Hi\r\nBcc: victim@x.test\r\n\r\n.\r\nMAIL FROM:<v@x.test>\u2028\u202eolleH' }, {}],
    ['a name', {}, { name: 'Ada\r\nBcc: victim@x.test\r\n\r\n<script>alert(1)</script>' }],
  ])('treats %s as text', async (_what, fields, claims) => {
    const sponsor = await createSponsor(root);
    await contactSponsor(await ada(claims), sponsor, fields);
    const [mail] = await sendAndReceive();
    expect(mail).toMatchObject({
      subject: 'You have a message through Meadow',
      to: [{ name: '', address: SPONSOR.contact_email }],
    });
    expect(mail?.bcc).toBeUndefined();
    // The logo.
    expect(mail?.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline' }]);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.html).not.toMatch(/<script|\u202e/);
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('victim@x.test');
  });

  test('returns 400 for the sixth message to a sponsor within exactly 24 hours', async () => {
    const [one, other] = [await createSponsor(root), await createSponsor(root)];
    const sender = await ada();
    const start = clock.now().getTime();
    for (let count = 0; count < 5; count += 1) {
      const { status, body } = await contactSponsor(await renewed(sender), one);
      expect([status, body.remaining]).toEqual([201, 4 - count]);
      clock.advance(HOUR);
    }
    const rejected = await contactSponsor(await renewed(sender), one);
    const next = new Date(start + 24 * HOUR);
    expect([rejected.status, rejected.body.code]).toEqual([400, 'lab.relay-limit']);
    expect(rejected.body.error).toContain(next.toISOString());
    expect([await messagesTo(one), await listEmailsTo(one)].map(({ length }) => length)).toEqual([5, 5]);

    // Other sponsors and other senders have limits of their own.
    expect((await contactSponsor(await renewed(sender), other)).status).toBe(201);
    expect((await contactSponsor(await ada(), one)).status).toBe(201);

    clock.set(new Date(next.getTime() - 1));
    expect((await contactSponsor(await renewed(sender), one)).status).toBe(400);
    clock.set(next);
    expect((await contactSponsor(await renewed(sender), one)).body.remaining).toBe(0);
    const again = await contactSponsor(await renewed(sender), one);
    expect(again.body.error).toContain(new Date(start + 25 * HOUR).toISOString());
  });

  test('returns 400 and counts nothing after the sponsor has unsubscribed', async () => {
    const sponsor = await createSponsor(root);
    const sender = await ada();
    await contactSponsor(sender, sponsor);
    const [mail] = await sendAndReceive();
    const link = /<http:\/\/meadow\.test([^>]+)>/.exec(
      mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    )?.[1];
    // A queued message is dropped.
    clock.advance(1);
    await contactSponsor(sender, sponsor);
    expect((await call(null, 'POST', link ?? '')).status).toBe(200);
    expect(await sendAndReceive()).toEqual([]);
    expect((await listEmailsTo(sponsor)).map(({ status }) => status)).toEqual(['sent', 'dropped']);

    const { status, body } = await contactSponsor(sender, sponsor);
    expect([status, body.code]).toEqual([400, 'lab.sponsor-takes-no-messages']);
    expect(await messagesTo(sponsor)).toHaveLength(2);
    expect((await contactSponsor(sender, await createSponsor(root))).status).toBe(201);
  });

  test.each([
    { message: '' },
    { message: ' \n\t' },
    { message: 'x'.repeat(5_001) },
    { message: 5 },
    { message: ['Hello'] },
    { message: { path: '/etc/passwd' } },
    { message: undefined },
    { recipient_id: 'x' },
    { recipient_id: undefined },
    { recipient_id: 'canary-contact@sponsors.test' },
    { share_email: 'true' },
  ])('returns 400 for %j', async (fields) => {
    const sponsor = await createSponsor(root);
    expect((await contactSponsor(await ada(), sponsor, fields)).status).toBe(400);
    expect(await listEmailsTo(sponsor)).toEqual([]);
  });

  test.each([null, 'no address', 'a@x.test>\r\nBcc: <v@x.test', 'a@b.test, c@d.test', `${'a'.repeat(300)}@b.test`])(
    'returns 400 for the shared email address %j',
    async (email) => {
      const sponsor = await createSponsor(root);
      const sender = await ada();
      await deps.db.updateTable('profile').set({ email }).where('id', '=', sender.id).execute();
      const token = await issuer.sign(sender.id, clock.now(), { name: 'Ada' });
      const { status, body } = await contactSponsor({ ...sender, token }, sponsor, { share_email: true });
      expect([status, body.code]).toEqual([400, 'lab.no-email-to-share']);
      expect((await contactSponsor({ ...sender, token }, sponsor)).status).toBe(201);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await contactSponsor(null, await createSponsor(root))).status).toBe(401);
  });

  test('accepts classroom users', async () => {
    const sponsor = await createSponsor(root);
    const pupil = await ada();
    await deps.db.updateTable('profile').set({ is_classroom: true }).where('id', '=', pupil.id).execute();
    expect((await contactSponsor(pupil, sponsor)).status).toBe(201);
    expect([await messagesTo(sponsor), await listEmailsTo(sponsor)]).toMatchObject([[{}], [{}]]);
  });

  test('returns 403 while user mail is disabled, and during an impersonation', async () => {
    const closed = await startTestApp({ environment: { MAIL_POLICY: 'off' } });
    const { status, body } = await closed.call(await closed.person(), 'POST', '/api/lab/outreach', {
      recipient_id: randomUUID(),
      message: 'Hello',
    });
    expect([status, body.code]).toEqual([403, 'lab.outreach-closed']);

    const target_id = (await ada()).id;
    const { token } = (await call(root, 'POST', '/api/admin/impersonate', { target_id, reason: 'To help' })).body;
    expect((await contactSponsor({ ...root, token }, await createSponsor(root))).status).toBe(403);
  });

  test('returns the same 404 for all recipients except approved sponsors', async () => {
    const sender = await ada();
    const [pending, declined] = [await createApplication(), await createApplication()];
    await decide(root, declined, 'decline', { reason: 'No' });
    const bodies = [];
    for (const id of [pending.id, declined.id, randomUUID(), sender.id, root.id]) {
      const { status, body } = await contactSponsor(sender, { id });
      expect([status, body.code]).toEqual([404, 'lab.recipient-not-found']);
      bodies.push(body.error);
    }
    expect(new Set(bodies).size).toBe(1);
    expect(
      await deps.db.selectFrom('outgoing_mail').select('id').where('category', '=', 'sponsor-message').execute(),
    ).toEqual([]);
  });
});
