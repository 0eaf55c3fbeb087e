import { afterAll, expect, test } from 'vitest';
import { type SmtpBehaviour, startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createOrganization } from '#test/groups.ts';
import { holdTimers } from '#test/held-timers.ts';
import { startTestApp } from '#test/start-test-app.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const { call, deps, person } = await startTestApp({
  environment: { SMTP_URL: server.url, EMAIL_FROM: 'Meadow <post@meadow.test>' },
});

/** How long the service waits for the mail server. */
const LIMIT_MS = 4_500;

const SLOW: SmtpBehaviour[] = [
  { mode: 'hang', at: 'sender' },
  { mode: 'slow', delayMs: 10_000 },
];

test.each(SLOW)(
  'POST /api/email/send returns 503 after the limit of a mail if the mail server is slow, without counting the email: %j',
  async (behaviour) => {
    const [ada, ben] = [await person(), await person()];
    await createOrganization(deps, ada, [ben]);
    const mail = { to: ben.email, subject: 'Grüße', html: '<p>Hello</p>', text: 'Hello' };
    server.behave(behaviour);
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    const before = server.connections;
    const sent = call(ada, 'POST', '/api/email/send', mail);
    await expect.poll(() => server.connections - before).toBe(1);
    limit.pass();
    const { status, body } = await sent;
    expect(Math.max(...limit.durations)).toBe(LIMIT_MS);
    expect([status, body.code]).toEqual([503, 'mail.timeout']);
    const mails = await deps.db.selectFrom('outgoing_mail').select('status').where('sender_id', '=', ada.id).execute();
    expect(mails).toEqual([{ status: 'failed' }]);
    const counts = await deps.db.selectFrom('mail_count').select('count').where('user_id', '=', ada.id).execute();
    expect(counts.filter(({ count }) => count > 0)).toEqual([]);
    server.behave({ mode: 'normal' });
    expect((await call(ada, 'POST', '/api/email/send', mail)).status).toBe(200);
  },
);
