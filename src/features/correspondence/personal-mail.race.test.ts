import { afterAll, expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { startTestSmtpServer } from '../../providers/mail/test-smtp-server.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url, MAIL_POLICY: 'any' } });
const nodes = [app, await startSecondNode(app)];

/** A hundred mails of one person at once, on two nodes. */
async function hundredMails(addressOf: (number: number) => string) {
  const ada = await app.person();
  const before = server.mails.length;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) => {
      const body = { to: addressOf(number), subject: `Mail ${number}`, text: 'Hello' };
      return (nodes[number % 2] ?? app).call(ada, 'POST', '/api/email/send', body);
    }),
  );
  const countOf = (asked: number) => answers.filter(({ status }) => status === asked).length;
  return {
    sent: countOf(200),
    refused: countOf(429),
    arrived: server.mails.length - before,
    ada,
  };
}

test('of a hundred mails at once to as many people, twenty are sent', async () => {
  const { sent, refused, arrived } = await hundredMails((number) => `person-${number}@elsewhere.test`);
  expect({ sent, refused, arrived }).toEqual({ sent: 20, refused: 80, arrived: 20 });
});

test('of a hundred mails at once to one person, three are sent', async () => {
  const { sent, refused, arrived, ada } = await hundredMails(() => 'one@elsewhere.test');
  expect({ sent, refused, arrived }).toEqual({ sent: 3, refused: 97, arrived: 3 });
  // What was refused counts nowhere.
  const rows = await app.deps.db.selectFrom('mail_count').selectAll().where('user_id', '=', ada.id).execute();
  expect(rows.map(({ count }) => count)).toEqual([3, 3]);
});
