import { expect, test } from 'vitest';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { person, superAdmin, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const report = (actor: Person, { id }: Person) =>
  call(actor, 'POST', '/api/reports', { subject_type: 'user', subject_id: id, reason: 'It is rude' });
const rowsBy = ({ id }: Person) => deps.db.selectFrom('report').selectAll().where('reporter_id', '=', id).execute();

const sorted = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted();

test('stores one of 20 concurrent reports of one subject and returns it to all', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [ada, ben] = [await person(), await person()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => report(ada, ben)));
    expect(sorted(responses)).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.report.id)).size).toBe(1);
    expect(await rowsBy(ada)).toHaveLength(1);
    const [count] = await deps.db.selectFrom('report_count').selectAll().where('user_id', '=', ada.id).execute();
    expect(count?.reports).toBe(1);
  }
});

test('stores 20 of 60 concurrent reports, the daily limit', async () => {
  const ada = await person();
  const users = await Promise.all(Array.from({ length: 30 }, () => person()));
  const responses = await Promise.all([...users, ...users].map((user) => report(ada, user)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(responses.every(({ status }) => [200, 201, 429].includes(status))).toBe(true);
  expect(await rowsBy(ada)).toHaveLength(20);
});

test('applies one of 20 concurrent conflicting decisions', async () => {
  const admins = await Promise.all([superAdmin(), superAdmin()]);
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const ada = await person();
    const { id } = (await report(ada, await person())).body.report;
    const decide = (number: number) =>
      call(admins[number % 2] as Person, 'POST', `/api/admin/reports/${id}/${number % 4 < 2 ? 'resolve' : 'dismiss'}`, {
        note: `Decision ${number}`,
      });
    const responses = await Promise.all(Array.from({ length: 20 }, (_, number) => decide(number)));
    expect(sorted(responses)).toEqual([200, ...Array(19).fill(400)]);
    const winner = responses.find(({ status }) => status === 200)?.body.report;
    expect(await rowsBy(ada)).toMatchObject([
      { status: winner.status, note: winner.note, decided_by: winner.decided_by },
    ]);
    expect(await deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute()).toHaveLength(1);
  }
});
