import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { startTestApp } from '#test/start-test-app.ts';

const apps = await Promise.all(
  ['off', 'self', 'org', 'any'].map(async (policy) => {
    const app = await startTestApp({ environment: { MAIL_POLICY: policy } });
    return [policy, app] as const;
  }),
);

const EXPECTED: Record<string, { self: number; colleague: number; stranger: number }> = {
  off: { self: 403, colleague: 403, stranger: 403 },
  self: { self: 200, colleague: 403, stranger: 403 },
  org: { self: 200, colleague: 200, stranger: 403 },
  any: { self: 200, colleague: 200, stranger: 200 },
};

describe.each(apps)('POST /api/email/send with the policy %s', (policy, { call, deps, person, superAdmin }) => {
  const statusTo = async (caller: Parameters<typeof call>[0], to: string) =>
    (await call(caller, 'POST', '/api/email/send', { to, subject: 'Hi', text: 'Hello' })).status;

  test('allows the recipients of the policy', async () => {
    const [ada, ben] = [await person(), await person()];
    await createOrganization(deps, ada, [ben]);
    expect({
      self: await statusTo(ada, ada.email),
      colleague: await statusTo(ada, ben.email),
      stranger: await statusTo(ada, 'eve@elsewhere.test'),
    }).toEqual(EXPECTED[policy]);
  });

  test('allows every recipient for super admins', async () => {
    expect(await statusTo(await superAdmin(), 'eve@elsewhere.test')).toBe(200);
  });
});

test('MAIL_PER_RECIPIENT limits the emails to one address on a day', async () => {
  const { call, person } = await startTestApp({ environment: { MAIL_POLICY: 'any', MAIL_PER_RECIPIENT: '1' } });
  const ada = await person();
  const resultOf = async (to: string) => {
    const { status, body } = await call(ada, 'POST', '/api/email/send', { to, subject: 'Hi', text: `Hello ${to}` });
    return body.code ?? status;
  };
  expect(await resultOf('ben@elsewhere.test')).toBe(200);
  expect(await resultOf('ben@elsewhere.test')).toBe('mail.recipient-quota-spent');
  expect(await resultOf('eve@elsewhere.test')).toBe(200);
});
