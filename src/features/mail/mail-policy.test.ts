import { describe, expect, test } from 'vitest';
import { createOrganization } from '../../../test/groups.ts';
import { startTestApp } from '../../../test/start-test-app.ts';

const apps = await Promise.all(
  ['off', 'self', 'org', 'any'].map(async (policy) => {
    const app = await startTestApp({ environment: { MAIL_POLICY: policy } });
    return [policy, app] as const;
  }),
);

const EXPECTED: Record<string, { oneself: number; colleague: number; stranger: number }> = {
  off: { oneself: 403, colleague: 403, stranger: 403 },
  self: { oneself: 200, colleague: 403, stranger: 403 },
  org: { oneself: 200, colleague: 200, stranger: 403 },
  any: { oneself: 200, colleague: 200, stranger: 200 },
};

describe.each(apps)('POST /api/email/send under the policy %s', (policy, { call, deps, person, superAdmin }) => {
  const statusTo = async (caller: Parameters<typeof call>[0], to: string) =>
    (await call(caller, 'POST', '/api/email/send', { to, subject: 'Hi', text: 'Hello' })).status;

  test('whom people may write to', async () => {
    const [ada, ben] = [await person(), await person()];
    await createOrganization(deps, ada, [ben]);
    expect({
      oneself: await statusTo(ada, ada.email),
      colleague: await statusTo(ada, ben.email),
      stranger: await statusTo(ada, 'somebody@elsewhere.test'),
    }).toEqual(EXPECTED[policy]);
  });

  test('super admins may write to everybody', async () => {
    expect(await statusTo(await superAdmin(), 'somebody@elsewhere.test')).toBe(200);
  });
});

test('MAIL_PER_RECIPIENT says how many mails a day may go to one address', async () => {
  const { call, person } = await startTestApp({ environment: { MAIL_POLICY: 'any', MAIL_PER_RECIPIENT: '1' } });
  const ada = await person();
  const answerTo = async (to: string) => {
    const { status, body } = await call(ada, 'POST', '/api/email/send', { to, subject: 'Hi', text: `Hello ${to}` });
    return body.code ?? status;
  };
  expect(await answerTo('ben@elsewhere.test')).toBe(200);
  expect(await answerTo('ben@elsewhere.test')).toBe('mail.recipient-quota-spent');
  expect(await answerTo('eve@elsewhere.test')).toBe(200);
});
