import { afterAll, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url, MAIL_POLICY: 'any' } });
const nodes = [app, await startSecondNode(app)];

const nodeOf = (number: number) => nodes[number % 2] ?? app;
const mailTo = (to: string) => ({ to, subject: 'A mail', text: 'Hello' });

/** Sends 100 concurrent emails of one user on two nodes, and one more afterwards. */
async function send100Mails(addressOf: (number: number) => string) {
  const ada = await app.person();
  const before = server.mails.length;
  const send = (number: number) => nodeOf(number).call(ada, 'POST', '/api/email/send', mailTo(addressOf(number)));
  const responses = await Promise.all(Array.from({ length: 100 }, (_, number) => send(number)));
  const statuses = responses.map(({ status }) => status);
  return {
    ada,
    sent: statuses.filter((status) => status === 200).length,
    // On a busy machine, some requests time out in the queue.
    others: statuses.filter((status) => ![200, 429, 503].includes(status)),
    next: (await send(100)).status,
    arrived: server.mails.length - before,
  };
}

test('sends 20 of 100 concurrent emails to different recipients', async () => {
  const { ada: _, ...outcome } = await send100Mails((number) => `person-${number}@elsewhere.test`);
  expect(outcome).toEqual({ sent: 20, others: [], next: 429, arrived: 20 });
});

test('sends 3 of 100 concurrent emails to one recipient', async () => {
  const { ada, ...outcome } = await send100Mails(() => 'one@elsewhere.test');
  expect(outcome).toEqual({ sent: 3, others: [], next: 429, arrived: 3 });
  // Rejected emails do not count.
  const rows = await app.deps.db.selectFrom('mail_count').selectAll().where('user_id', '=', ada.id).execute();
  expect(rows.map(({ count }) => count)).toEqual([3, 3]);
});
