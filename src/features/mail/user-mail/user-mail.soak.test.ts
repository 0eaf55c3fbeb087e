import { afterAll, expect, test } from 'vitest';
import { type SmtpBehaviour, startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createOrganization } from '#test/groups.ts';
import { startTestApp } from '#test/start-test-app.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const { call, deps, person } = await startTestApp({
  environment: { SMTP_URL: server.url, EMAIL_FROM: 'Meadow <post@meadow.test>' },
});

const SLOW: SmtpBehaviour[] = [
  { mode: 'hang', at: 'sender' },
  { mode: 'slow', delayMs: 10_000 },
];

test.each(SLOW)(
  'POST /api/email/send returns 503 within eight seconds if the mail server is slow, without counting the email: %j',
  async (behaviour) => {
    const [ada, ben] = [await person(), await person()];
    await createOrganization(deps, ada, [ben]);
    const mail = { to: ben.email, subject: 'Grüße', html: '<p>Hello</p>', text: 'Hello' };
    server.behave(behaviour);
    const start = performance.now();
    const { status, body } = await call(ada, 'POST', '/api/email/send', mail);
    expect(performance.now() - start).toBeLessThan(8_000);
    expect([status, body.code]).toEqual([503, 'mail.timeout']);
    const mails = await deps.db.selectFrom('outgoing_mail').select('status').where('sender_id', '=', ada.id).execute();
    expect(mails).toEqual([{ status: 'failed' }]);
    const counts = await deps.db.selectFrom('mail_count').select('count').where('user_id', '=', ada.id).execute();
    expect(counts.filter(({ count }) => count > 0)).toEqual([]);
    server.behave({ mode: 'normal' });
    expect((await call(ada, 'POST', '/api/email/send', mail)).status).toBe(200);
  },
);
