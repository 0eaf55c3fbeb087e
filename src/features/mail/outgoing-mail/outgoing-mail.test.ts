import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpBehaviour, startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { queueMails } from './queue.actions.ts';
import { type MailCounts, sendDueMails } from './sending.actions.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ environment: { SMTP_URL: server.url } });
const { call, clock, deps, issuer, person } = app;
const other = await startSecondNode(app);

beforeEach(async () => {
  server.behave({ mode: 'normal' });
  await deps.db.deleteFrom('outgoing_mail').execute();
});

const mailsTo = ({ id }: { id: string }) =>
  deps.db.selectFrom('outgoing_mail').selectAll().where('user_id', '=', id).orderBy('id').execute();

const arrivedFor = async ({ email }: Person) =>
  Promise.all(server.mails.filter(({ to }) => to.includes(email)).map(({ source }) => PostalMime.parse(source)));

const change = (
  { id }: Person,
  values: { preferences?: string; is_active?: boolean; is_ai?: boolean; email?: string },
) => deps.db.updateTable('profile').set(values).where('id', '=', id).execute();

const MINUTE = 60_000;

describe('the welcome email', () => {
  test('is queued with the profile and sent once', async () => {
    const ada = await person({ name: 'Ada' });
    expect(await mailsTo(ada)).toMatchObject([
      { category: 'welcome', status: 'queued', recipient_email: ada.email, subject: 'Welcome to Meadow', attempts: 0 },
    ]);
    expect(await arrivedFor(ada)).toEqual([]);

    expect(await sendDueMails(deps)).toEqual({ sent: 1 });
    expect(await sendDueMails(deps)).toEqual({});
    const [mail, ...more] = await arrivedFor(ada);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Welcome to Meadow', to: [{ address: ada.email }] });
    for (const part of [mail?.html, mail?.text]) expect(part).toContain('Welcome to Meadow, Ada');
    const headerOf = (key: string) => mail?.headers.find((header) => header.key === key)?.value;
    // It is sent once, so there is nothing to unsubscribe from.
    expect(headerOf('list-unsubscribe')).toBeUndefined();
    expect(headerOf('auto-submitted')).toBe('auto-generated');
    expect(await mailsTo(ada)).toMatchObject([{ status: 'sent', attempts: 1, data: {} }]);
  });

  test('is queued once by concurrent first requests', async () => {
    const id = randomUUID();
    const ada = {
      id,
      email: `${id}@people.test`,
      token: await issuer.sign(id, clock.now(), { email: `${id}@people.test` }),
    };
    const responses = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'GET', '/api/user/profile')));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test.each([undefined, 'no address', 'a@x>\r\nRCPT TO:<v@x', 'a@b.test, c@d.test', `${'a'.repeat(300)}@b.test`])(
    'is not queued for an unusable email address: %j',
    async (email) => {
      const ada = await person({ email });
      expect(await mailsTo(ada)).toEqual([]);
    },
  );

  test('does not prevent signing up if it cannot be stored', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(deps.db);
    await rename('outgoing_mail', 'gone');
    const ada = await person().finally(() => rename('gone', 'outgoing_mail'));
    expect(await mailsTo(ada)).toEqual([]);
    // The signup bonus is credited.
    expect((await call(ada, 'GET', '/api/drops/balance')).body).toEqual({ balance: 50 });
  });
});

describe('a queued email', () => {
  test('is rolled back with its transaction', async () => {
    const ada = await person();
    const mail = {
      userId: ada.id,
      email: { kind: 'welcome', facts: {} } as const,
      dedupeKey: 'second',
      expiresAt: null,
    };
    const transaction = deps.db.transaction().execute(async (tx) => {
      await queueMails(deps, tx, [mail]);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof change>[1]]>([
    ['is inactive', { is_active: false }],
    ['is synthetic', { is_ai: true }],
  ])('is dropped if the user %s meanwhile', async (_what, values) => {
    const ada = await person();
    await change(ada, values);
    expect(await sendDueMails(deps)).toEqual({ dropped: 1 });
    expect(await mailsTo(ada)).toMatchObject([{ status: 'dropped' }]);
    expect(await arrivedFor(ada)).toEqual([]);
  });

  const FAULTS: [SmtpBehaviour, MailCounts][] = [
    [{ mode: 'reset', at: 'greeting' }, { queued: 1 }],
    [{ mode: 'garbage', at: 'greeting' }, { queued: 1 }],
    [{ mode: 'refuse-with', status: 421, at: 'greeting' }, { queued: 1 }],
    [{ mode: 'refuse-with', status: 450, at: 'recipient' }, { queued: 1 }],
    [{ mode: 'huge' }, { queued: 1 }],
    [{ mode: 'refuse-with', status: 550, at: 'recipient' }, { failed: 1 }],
    [{ mode: 'reset', at: 'end' }, { unconfirmed: 1 }],
  ];
  test.each(FAULTS.map((fault): [string, ...typeof fault] => [JSON.stringify(fault[0]), ...fault]))(
    'is tried again only if it was certainly not sent and the failure is temporary: %s',
    async (_name, behaviour, counts) => {
      server.behave(behaviour);
      const ada = await person();
      expect(await sendDueMails(deps)).toEqual(counts);
      server.behave({ mode: 'normal' });
      expect(await sendDueMails(deps)).toEqual({});
      clock.advance(MINUTE);
      const again = 'queued' in counts ? { sent: 1 } : {};
      expect(await sendDueMails(deps)).toEqual(again);
      expect(await arrivedFor(ada)).toHaveLength('failed' in counts ? 0 : 1);
      clock.advance(365 * 24 * 60 * MINUTE);
      expect(await sendDueMails(deps)).toEqual({});
    },
  );

  test('fails after six attempts within nine hours', async () => {
    server.behave({ mode: 'refuse-with', status: 450, at: 'recipient' });
    const ada = await person();
    const minutes: number[] = [];
    for (let minute = 0; minute <= 12 * 60; minute += 1) {
      if (Object.keys(await sendDueMails(deps)).length > 0) minutes.push(minute);
      clock.advance(MINUTE);
    }
    expect(minutes).toEqual([0, 1, 6, 36, 156, 516]);
    expect(await mailsTo(ada)).toMatchObject([{ status: 'failed', attempts: 6, data: {} }]);
  });

  test('becomes unconfirmed if its node died while sending', async () => {
    const ada = await person();
    const sending = { status: 'sending' as const, next_attempt_at: null, attempts: 1, updated_at: clock.now() };
    await deps.db.updateTable('outgoing_mail').set(sending).where('user_id', '=', ada.id).execute();
    expect(await sendDueMails(deps)).toEqual({});
    expect(await mailsTo(ada)).toMatchObject([{ status: 'sending' }]);
    clock.advance(11 * MINUTE);
    expect(await sendDueMails(deps)).toEqual({});
    expect(await mailsTo(ada)).toMatchObject([{ status: 'unconfirmed', data: {} }]);
    expect(await arrivedFor(ada)).toEqual([]);
  });

  test('stops the run when the server fails, so that the other emails keep their attempts', async () => {
    for (let count = 0; count < 15; count += 1) await person();
    server.behave({ mode: 'refuse-with', status: 450, at: 'recipient' });
    expect(await sendDueMails(deps)).toEqual({ queued: 10 });
    server.behave({ mode: 'normal' });
    expect(await sendDueMails(deps)).toEqual({ sent: 5 });
  });

  test('waits while the circuit is open; one email is tried while it is half-open', async () => {
    const users: Person[] = [];
    for (let count = 0; count < 12; count += 1) users.push(await person());
    const attempts = async () => {
      const rows = await deps.db.selectFrom('outgoing_mail').select(['attempts', 'status']).execute();
      return rows.filter(({ status }) => status === 'queued').reduce((sum, row) => sum + row.attempts, 0);
    };
    const withCircuit = (state: ReturnType<typeof deps.mail.circuitStates>[number]) => ({
      ...deps,
      mail: { ...deps.mail, circuitStates: () => [state] },
    });
    const open = withCircuit({ name: 'server', state: 'open', outageMs: 1_000 });
    const halfOpen = withCircuit({ name: 'server', state: 'half-open', outageMs: 31_000 });
    for (let run = 0; run < 10; run += 1) {
      expect(await sendDueMails(open)).toEqual({});
      clock.advance(MINUTE);
    }
    expect(await attempts()).toBe(0);
    server.behave({ mode: 'refuse-with', status: 450, at: 'recipient' });
    expect(await sendDueMails(halfOpen)).toEqual({ queued: 1 });
    expect(await attempts()).toBe(1);
    server.behave({ mode: 'normal' });
    expect(await sendDueMails(halfOpen)).toEqual({ sent: 11 });
    clock.advance(MINUTE);
    expect(await sendDueMails(deps)).toEqual({ sent: 1 });
  });

  test('is sent once by concurrent runs on several nodes', async () => {
    const users: Person[] = [];
    for (let count = 0; count < 40; count += 1) users.push(await person());
    const runs = await Promise.all([deps, other.deps, deps, other.deps].map((node) => sendDueMails(node)));
    expect(runs.reduce((sum, { sent = 0 }) => sum + sent, 0)).toBe(40);
    for (const user of users) expect(await arrivedFor(user)).toHaveLength(1);
  });
});
