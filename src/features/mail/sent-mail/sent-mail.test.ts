import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps, person, superAdmin } = await startTestApp();
const admin = await superAdmin();

async function sendMail(text = 'Hello') {
  const ada = await person();
  // The first request queues the welcome email.
  await call(ada, 'GET', '/api/user/profile');
  clock.advance(1_000);
  const body = { to: ada.email, subject: 'Grüße', text };
  const response = await call(ada, 'POST', '/api/email/send', body);
  expect(response.body).toEqual({ success: true, id: expect.any(String), delivery: 'outbox' });
  clock.advance(1_000);
  return { ada, id: response.body.id as string };
}

const auditOf = (id: string) =>
  deps.db.selectFrom('audit_log').select(['action', 'actor_id']).where('subject_id', '=', id).execute();

describe('GET /api/admin/outbox', () => {
  test('lists emails, newest first, without content, and audits the request', async () => {
    const [first, second] = [await sendMail('canary-of-the-text'), await sendMail('canary-of-the-text')];
    const { status, body, text } = await call(admin, 'GET', '/api/admin/outbox?limit=1');
    expect(status).toBe(200);
    expect(body.mails).toEqual([
      {
        id: second.id,
        kind: 'personal',
        sender_id: second.ada.id,
        to: second.ada.email,
        subject: 'Grüße',
        status: 'sent',
        attempts: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(text).not.toMatch(/canary|token/);
    expect(await auditOf(second.id)).toEqual([{ action: 'mail.list', actor_id: admin.id }]);
    expect(await auditOf(first.id)).toEqual([]);
    const rest = await call(admin, 'GET', `/api/admin/outbox?cursor=${body.next_cursor}`);
    expect(rest.body.mails.map(({ id }: { id: string }) => id)).toContain(first.id);
  });

  test('returns 400 for an invalid cursor', async () => {
    expect((await call(admin, 'GET', '/api/admin/outbox?cursor=x')).status).toBe(400);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await call(null, 'GET', '/api/admin/outbox')).status).toBe(401);
    expect((await call(await person(), 'GET', '/api/admin/outbox')).status).toBe(403);
  });
});

describe('GET /api/admin/outbox/:id', () => {
  test('returns the source of an email in the outbox, and audits the request', async () => {
    const { id, ada } = await sendMail();
    const { status, body } = await call(admin, 'GET', `/api/admin/outbox/${id}`);
    expect([status, body.mail]).toMatchObject([200, { id, to: ada.email, status: 'sent' }]);
    expect(body.mail.source).toContain(`To: ${ada.email}`);
    expect(await auditOf(id)).toEqual([{ action: 'mail.read', actor_id: admin.id }]);
  });

  test('returns null as source if the outbox does not have the email', async () => {
    const { id } = await sendMail();
    const other = randomUUID();
    await deps.db.updateTable('outgoing_mail').set({ id: other }).where('id', '=', id).execute();
    expect((await call(admin, 'GET', `/api/admin/outbox/${other}`)).body.mail.source).toBeNull();
  });

  test('returns 400 for an invalid id and 404 for an unknown one', async () => {
    expect((await call(admin, 'GET', '/api/admin/outbox/1')).status).toBe(400);
    const unknown = await call(admin, 'GET', `/api/admin/outbox/${randomUUID()}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'mail.not-found']);
  });

  test('returns 401 without a token and 403 for other users, including the sender', async () => {
    const { id, ada } = await sendMail();
    expect((await call(null, 'GET', `/api/admin/outbox/${id}`)).status).toBe(401);
    expect((await call(ada, 'GET', `/api/admin/outbox/${id}`)).status).toBe(403);
    expect(await auditOf(id)).toEqual([]);
  });
});
