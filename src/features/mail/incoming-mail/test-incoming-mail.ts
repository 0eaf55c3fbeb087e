import { randomUUID } from 'node:crypto';
import type { Person, TestApp } from '#test/start-test-app.ts';

/** The response of the webhook to every email. */
export const RECEIVED = { received: true };

export const mailTo = (to: unknown, change: object = {}) => ({
  message_id: `<${randomUUID()}@elsewhere.test>`,
  from: 'eve@elsewhere.test',
  to,
  subject: 'Day one',
  text: 'It rained.',
  ...change,
});

export const rawTo = (to: string, type: string, body: string) => ({
  raw: `To: ${to}\r\nMessage-ID: <${randomUUID()}@elsewhere.test>\r\nContent-Type: ${type}\r\n\r\n${body}`,
});

/** Creates the calls of tests that send emails to journals. */
export const createIncomingMail = ({ call }: TestApp) => ({
  addressOf: async (user: Person): Promise<string> =>
    (await call(user, 'GET', '/api/user/profile')).body.profile.inbound_address,
  receive: (body: unknown, type = 'application/json') =>
    call(null, 'POST', '/api/email/webhook', body, { 'content-type': type }),
});
