import { expect, test } from 'vitest';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { superAdmin, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const rows = () => deps.db.selectFrom('waitlist_entry').selectAll().execute();

test('stores one row for 20 concurrent requests with one email address in any case', async () => {
  for (const email of ['ada@example.org', 'ben@example.org', 'cleo@example.org']) {
    await deps.db.deleteFrom('waitlist_entry').execute();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        call(null, 'POST', '/api/waitlist', { email: number % 2 === 0 ? email : email.toUpperCase() }),
      ),
    );
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  }
});

test('applies one of 20 concurrent conflicting decisions, with at most one email', async () => {
  const admins = await Promise.all([superAdmin(), superAdmin()]);
  for (let round = 0; round < byTier(1, 6); round += 1) {
    await deps.db.deleteFrom('waitlist_entry').execute();
    await deps.db.deleteFrom('outgoing_mail').execute();
    await call(null, 'POST', '/api/waitlist', { email: 'ada@example.org' });
    const [{ id } = { id: '' }] = await rows();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) => {
        const verb = number % 4 < 2 ? 'approve' : 'decline';
        return call(admins[number % 2] as Person, 'POST', `/api/admin/waitlist/${id}/${verb}`);
      }),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
    const winner = responses.find(({ status }) => status === 200)?.body.waitlist_entry;
    expect(await rows()).toMatchObject([{ status: winner.status, decided_by: winner.decided_by }]);
    const mails = await deps.db.selectFrom('outgoing_mail').select('category').execute();
    expect(mails).toHaveLength(winner.status === 'approved' ? 1 : 0);
    expect(await deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute()).toHaveLength(1);
  }
});
