import { unsubscribeUrlOf } from '../../../src/features/mail/unsubscribe/unsubscribe.actions.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** Creates an email of the owner to a member of the same organization. */
async function mail(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.app.deps.db
    .insertInto('outgoing_mail')
    .values({
      id: scenario.app.deps.ids.next(),
      category: 'personal',
      sender_id: scenario.people.owner.id,
      recipient_email: scenario.people.member.email,
      subject: 'Hello',
      content_digest: Buffer.alloc(32),
      status: 'sent',
      created_at: scenario.app.clock.now(),
      updated_at: scenario.app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { path: { id } };
}

/** Returns the query of a link in an email to the owner. */
function link({ app: { deps }, people }: Scenario): { query: string } {
  const [, query = ''] = unsubscribeUrlOf(deps, 'digest', people.owner.id).split('?');
  return { query };
}

export const MAIL_ROWS: Rows = {
  // The recipient is the member: members of the same organization may write, and so may the member to themself.
  'POST /api/email/send': row('401 401 | 403 403 200 200 | 200', async (scenario) => {
    await scenario.groups();
    return { body: { to: scenario.people.member.email, subject: 'Hello', text: 'Hello' } };
  }),
  // The caller is a mail server, identified by a signature. Tokens are ignored.
  'POST /api/email/webhook': row('200 200 | 200 200 200 200 | 200', () => ({
    body: { message_id: 'one', to: 'somebody@meadow.test', text: 'Hello' },
  })),
  'GET /api/email/received': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/email/unsubscribe': row('200 200 | 200 200 200 200 | 200', link),
  'POST /api/email/unsubscribe': row('200 200 | 200 200 200 200 | 200', link),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/email/cron/weekly-digest': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/user/inbound-address': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/admin/outbox': row('401 401 | 403 403 403 403 | 200'),
  'GET /api/admin/outbox/:id': row('401 401 | 403 403 403 403 | 200', mail),
};
