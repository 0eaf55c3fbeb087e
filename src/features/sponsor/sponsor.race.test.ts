import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { sendDueMails } from '../mail/outgoing-mail/sending.actions.ts';
import { sponsorsOf } from './test-sponsors.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { clock, deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];
const {
  createApplication,
  createSponsor,
  listAuditEvents,
  listEmailsTo,
  findRow,
  findOpportunityRow,
  createOpportunity,
  contactSponsor,
} = sponsorsOf(app);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const messagesTo = ({ id }: { id: string }) =>
  deps.db.selectFrom('sponsor_message').selectAll().where('sponsor_id', '=', id).execute();

test('5 of 50 concurrent messages to a sponsor are relayed, on two nodes', { timeout: 60_000 }, async () => {
  const [ada, root] = [await person(), await superAdmin()];
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const sponsor = await createSponsor(root);
    const responses = await Promise.all(many(50, (index) => contactSponsor(ada, sponsor, {}, callOn(index))));
    const sent = responses.filter(({ status }) => status === 201);
    expect(sent.map(({ body }) => body.remaining).toSorted()).toEqual([0, 1, 2, 3, 4]);
    // On a busy machine some requests time out in the queue.
    const errors = new Set(
      responses.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`),
    );
    expect([...errors].filter((error) => !error.startsWith('503'))).toEqual(['400 lab.relay-limit']);
    const [messages, mails] = [await messagesTo(sponsor), await listEmailsTo(sponsor)];
    expect([messages.length, mails.length]).toEqual([5, 5]);
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(sent.map(({ body }) => body.outreach.id)));
    await Promise.all([deps, deps].map((node) => sendDueMails(node)));
    expect((await listEmailsTo(sponsor)).map(({ status }) => status)).toEqual(many(5, () => 'sent'));
  }
});

test('concurrent messages fill the limit of the last 24 hours exactly', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const sponsor = await createSponsor(root);
  const now = clock.now().getTime();
  const DAY = 24 * 60 * 60 * 1_000;
  for (const age of [DAY, DAY, DAY - 1, DAY - 2, 1]) {
    const created_at = new Date(now - age);
    const message = { id: deps.ids.next(), sender_id: ada.id, sponsor_id: sponsor.id, created_at };
    await deps.db.insertInto('sponsor_message').values(message).execute();
  }
  const responses = await Promise.all(many(20, (index) => contactSponsor(ada, sponsor, {}, callOn(index))));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await listEmailsTo(sponsor)).toHaveLength(2);
});

test('limits are independent between senders and sponsors', async () => {
  const [root, users] = [await superAdmin(), await Promise.all(many(10, () => person()))];
  const sponsors = [await createSponsor(root), await createSponsor(root)];
  const responses = await Promise.all(
    users.flatMap((caller, index) => sponsors.map((sponsor) => contactSponsor(caller, sponsor, {}, callOn(index)))),
  );
  expect(responses.map(({ status }) => status)).toEqual(many(20, () => 201));
  for (const sponsor of sponsors) expect(await listEmailsTo(sponsor)).toHaveLength(10);
});

test.each(['sponsors', 'opportunities'])(
  'one of 20 concurrent decisions about %s wins and is audited',
  async (what) => {
    const [ada, root] = [await person(), await superAdmin()];
    const [noun, one] =
      what === 'sponsors' ? ['sponsor', () => createApplication()] : ['opportunity', () => createOpportunity(ada)];
    for (let round = 0; round < byTier(1, 6); round += 1) {
      const record = await one();
      const responses = await Promise.all(
        many(20, (index) => {
          const verb = index % 3 === 0 ? 'decline' : 'approve';
          const body = verb === 'decline' ? { reason: `For reason ${index}` } : undefined;
          return callOn(index)(root, 'POST', `/api/lab/admin/${what}/${record.id}/${verb}`, body);
        }),
      );
      const [winner, ...others] = responses.filter(({ status }) => status === 200);
      expect(others).toEqual([]);
      expect(responses.filter(({ body }) => body.code === `lab.${noun}-not-pending`)).toHaveLength(19);
      const { status, decline_reason } = await (noun === 'sponsor' ? findRow(record) : findOpportunityRow(record));
      expect(winner?.body[noun]).toMatchObject({ status, decline_reason });
      const verb = status === 'approved' ? 'approve' : 'decline';
      expect((await listAuditEvents(record)).map(({ action }) => action)).toEqual([`lab.${verb}-${noun}`]);
    }
  },
);
