import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { unsubscribeUrlOf } from './unsubscribe.actions.ts';
import type { MailCategory } from './unsubscribe.rules.ts';

const { call, deps, person, server } = await startTestApp();

const pathFor = (recipient: { id: string }, category: MailCategory = 'digest') =>
  unsubscribeUrlOf(deps, category, recipient.id).replace('http://meadow.test', '');

const preferencesOf = async (user: Person) => (await call(user, 'GET', '/api/user/profile')).body.profile.preferences;

const invalidLinks = (user: Person, another: Person): string[] => {
  const link = pathFor(user);
  return [
    link.replace(user.id, another.id),
    link.replace('digest', 'reminders'),
    link.replace('digest', 'sponsor-digest'),
    link.replace('digest', 'welcome'),
    link.slice(0, -1),
    `${link}a`,
    link.replace(/\.[\w-]{43}$/, `.${'A'.repeat(43)}`),
    '/api/email/unsubscribe',
    '/api/email/unsubscribe?opt_out=',
    `/api/email/unsubscribe?opt_out=${'x'.repeat(201)}`,
  ];
};

describe('GET /api/email/unsubscribe', () => {
  test('shows a confirmation page and changes nothing', async () => {
    const ada = await person();
    const { status, headers, text } = await call(null, 'GET', pathFor(ada));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(text).toContain('Unsubscribe from weekly emails?');
    expect(text).toContain('<form method="post">');
    expect(await preferencesOf(ada)).toEqual({});
  });

  test('returns 400 for an invalid link', async () => {
    for (const link of invalidLinks(await person(), await person())) {
      expect((await call(null, 'GET', link)).status).toBe(400);
    }
  });
});

describe('POST /api/email/unsubscribe', () => {
  test.each<[MailCategory, object]>([
    ['digest', { email_digest: false }],
    ['reminders', { email_reminders: false }],
  ])('turns only %s off, without a token', async (category, off) => {
    const [ada, ben] = [await person(), await person()];
    const preferences = { theme: 'dark', email_digest: true, email_reminders: true };
    await call(ada, 'PUT', '/api/user/profile', { preferences });
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await call(null, 'POST', pathFor(ada, category));
      expect([status, text.includes('You are unsubscribed')]).toEqual([200, true]);
    }
    expect(await preferencesOf(ada)).toEqual({ ...preferences, ...off });
    expect(await preferencesOf(ben)).toEqual({});
  });

  test.each<MailCategory>(['sponsor-message', 'sponsor-digest'])(
    'turns only %s off for an external recipient',
    async (category) => {
      const recipient = { id: randomUUID() };
      expect((await call(null, 'GET', pathFor(recipient, category))).text).not.toContain('preferences');
      for (let time = 0; time < 2; time += 1) {
        const { status, text } = await call(null, 'POST', pathFor(recipient, category));
        expect([status, text.includes('You are unsubscribed'), text.includes('preferences')]).toEqual([
          200,
          true,
          false,
        ]);
      }
      const optOuts = deps.db
        .selectFrom('mail_opt_out')
        .select('category')
        .where('external_recipient_id', '=', recipient.id);
      expect(await optOuts.execute()).toEqual([{ category }]);
    },
  );

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['text/plain', 'x'],
    ['application/json', '{"opt_out":"x"'],
  ])('accepts what mail clients and browsers send: %s', async (type, payload) => {
    const ada = await person();
    const headers = { 'content-type': type };
    const { statusCode } = await server.inject({ method: 'POST', url: pathFor(ada), headers, payload });
    expect([statusCode, await preferencesOf(ada)]).toEqual([200, { email_digest: false }]);
  });

  test('returns 200 for a deleted user', async () => {
    const ada = { ...(await person()), id: randomUUID() };
    expect((await call(null, 'POST', pathFor(ada))).status).toBe(200);
  });

  test('returns 400 for an invalid link and changes nothing', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const link of invalidLinks(ada, ben)) expect((await call(null, 'POST', link)).status).toBe(400);
    expect([await preferencesOf(ada), await preferencesOf(ben)]).toEqual([{}, {}]);
  });

  test('returns 413 for a body above 4 KB', async () => {
    const url = pathFor(await person());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.inject({ method: 'POST', url, headers, payload: 'x'.repeat(5_000) })).statusCode).toBe(413);
  });
});
