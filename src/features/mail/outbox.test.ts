import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';

const { call, clock, deps, person, superAdmin } = await startTestApp();
const admin = await superAdmin();

async function mailOf(text = 'Hello') {
  const ada = await person();
  // Whose welcome is a mail of its own, of a moment before.
  await call(ada, 'GET', '/api/user/profile');
  clock.advance(1_000);
  const body = { to: ada.email, subject: 'Grüße', text };
  const answer = await call(ada, 'POST', '/api/email/send', body);
  expect(answer.body).toEqual({ success: true, id: expect.any(String), delivery: 'outbox' });
  clock.advance(1_000);
  return { ada, id: answer.body.id as string };
}

const auditOf = (id: string) =>
  deps.db.selectFrom('audit_log').select(['action', 'actor_id']).where('subject_id', '=', id).execute();

describe('GET /api/admin/outbox', () => {
  test('200 lists what went out, newest first, without what it says', async () => {
    const [first, second] = [await mailOf('canary-of-the-text'), await mailOf('canary-of-the-text')];
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

  test('400 for a cursor that is none', async () => {
    expect((await call(admin, 'GET', '/api/admin/outbox?cursor=x')).status).toBe(400);
  });

  test('401 for nobody, 403 for everybody else', async () => {
    expect((await call(null, 'GET', '/api/admin/outbox')).status).toBe(401);
    expect((await call(await person(), 'GET', '/api/admin/outbox')).status).toBe(403);
  });
});

describe('GET /api/admin/outbox/:id', () => {
  test('200 shows the source of a mail that lies in the outbox, and writes that down', async () => {
    const { id, ada } = await mailOf();
    const { status, body } = await call(admin, 'GET', `/api/admin/outbox/${id}`);
    expect([status, body.mail]).toMatchObject([200, { id, to: ada.email, status: 'sent' }]);
    expect(body.mail.source).toContain(`To: ${ada.email}`);
    expect(await auditOf(id)).toEqual([{ action: 'mail.read', actor_id: admin.id }]);
  });

  test('200 shows no source where it is not there any more', async () => {
    const { id } = await mailOf();
    const other = randomUUID();
    await deps.db.updateTable('outgoing_mail').set({ id: other }).where('id', '=', id).execute();
    expect((await call(admin, 'GET', `/api/admin/outbox/${other}`)).body.mail.source).toBeNull();
  });

  test('400 for an id that is none, 404 for one that nobody has', async () => {
    expect((await call(admin, 'GET', '/api/admin/outbox/1')).status).toBe(400);
    const unknown = await call(admin, 'GET', `/api/admin/outbox/${randomUUID()}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'mail.not-found']);
  });

  test('401 for nobody, 403 for everybody else, the sender too', async () => {
    const { id, ada } = await mailOf();
    expect((await call(null, 'GET', `/api/admin/outbox/${id}`)).status).toBe(401);
    expect((await call(ada, 'GET', `/api/admin/outbox/${id}`)).status).toBe(403);
    expect(await auditOf(id)).toEqual([]);
  });
});
