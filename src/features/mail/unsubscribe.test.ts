import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { unsubscribeAddressOf } from './unsubscribe.actions.ts';
import type { MailCategory } from './unsubscribe.rules.ts';

const { call, deps, person, server } = await startTestApp();

const addressFor = (somebody: { id: string }, sort: MailCategory = 'digest') =>
  unsubscribeAddressOf(deps, sort, somebody.id).replace('http://meadow.test', '');

const preferencesOf = async (somebody: Person) =>
  (await call(somebody, 'GET', '/api/user/profile')).body.profile.preferences;

/** What is wrong with a link, in every way. */
const brokenLinks = (somebody: Person, another: Person): string[] => {
  const link = addressFor(somebody);
  return [
    link.replace(somebody.id, another.id),
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
  test('200 shows a page that asks, and changes nothing', async () => {
    const ada = await person();
    const { status, headers, text } = await call(null, 'GET', addressFor(ada));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(text).toContain('No more weekly letters?');
    expect(text).toContain('<form method="post">');
    expect(await preferencesOf(ada)).toEqual({});
  });

  test('400 for a link that is not ours', async () => {
    for (const link of brokenLinks(await person(), await person())) {
      expect((await call(null, 'GET', link)).status).toBe(400);
    }
  });
});

describe('POST /api/email/unsubscribe', () => {
  test.each<[MailCategory, object]>([
    ['digest', { email_digest: false }],
    ['reminders', { email_reminders: false }],
  ])('200 turns %s off, without anybody signed in, and nothing else', async (sort, off) => {
    const [ada, ben] = [await person(), await person()];
    const preferences = { theme: 'dark', email_digest: true, email_reminders: true };
    await call(ada, 'PUT', '/api/user/profile', { preferences });
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await call(null, 'POST', addressFor(ada, sort));
      expect([status, text.includes('Done')]).toEqual([200, true]);
    }
    expect(await preferencesOf(ada)).toEqual({ ...preferences, ...off });
    expect(await preferencesOf(ben)).toEqual({});
  });

  test.each<MailCategory>(['sponsor-message', 'sponsor-digest'])(
    '200 turns %s off for somebody without a profile, once and nothing else',
    async (sort) => {
      const outsider = { id: randomUUID() };
      expect((await call(null, 'GET', addressFor(outsider, sort))).text).not.toContain('profile');
      for (let time = 0; time < 2; time += 1) {
        const { status, text } = await call(null, 'POST', addressFor(outsider, sort));
        expect([status, text.includes('Done'), text.includes('profile')]).toEqual([200, true, false]);
      }
      const optOuts = deps.db
        .selectFrom('mail_opt_out')
        .select('category')
        .where('external_recipient_id', '=', outsider.id);
      expect(await optOuts.execute()).toEqual([{ category: sort }]);
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
  ])('200 for what mail programs and browsers send: %s', async (type, payload) => {
    const ada = await person();
    const headers = { 'content-type': type };
    const { statusCode } = await server.inject({ method: 'POST', url: addressFor(ada), headers, payload });
    expect([statusCode, await preferencesOf(ada)]).toEqual([200, { email_digest: false }]);
  });

  test('200 for somebody who is not there any more', async () => {
    const ada = { ...(await person()), id: randomUUID() };
    expect((await call(null, 'POST', addressFor(ada))).status).toBe(200);
  });

  test('400 for a link that is not ours, which turns nothing off', async () => {
    const [ada, ben] = [await person(), await person()];
    for (const link of brokenLinks(ada, ben)) expect((await call(null, 'POST', link)).status).toBe(400);
    expect([await preferencesOf(ada), await preferencesOf(ben)]).toEqual([{}, {}]);
  });

  test('413 for a body that says more than an address can', async () => {
    const url = addressFor(await person());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.inject({ method: 'POST', url, headers, payload: 'x'.repeat(5_000) })).statusCode).toBe(413);
  });
});
