import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { readAsset } from '../../../platform/assets.ts';
import { openPage } from './test-page.ts';

const app = await startTestApp();
const builtIn = await startTestApp({ builtInIdentity: true });
const { call, superAdmin, person, deps } = app;
// So that a busy machine does not time out.
deps.healthTimeoutMs = 20_000;

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('GET /admin/health', () => {
  test('has a policy that allows only its own script, style and requests', async () => {
    const { status, headers, text } = await call(null, 'GET', '/admin/health');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    expect(script.length * style.length).toBeGreaterThan(0);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/\son\w+=|\sstyle=|(src|href)="(?!data:)|@import|url\((?!%23)/);
  });

  test('has one h1 and a label for each field', async () => {
    for (const { call: request } of [app, builtIn]) {
      const { text } = await request(null, 'GET', '/admin/health');
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text).toContain('<html lang="en">');
      const fields = [...text.matchAll(/<(?:input|textarea) id="(\w+)"/g)].map(([, id]) => id);
      expect(fields.length).toBeGreaterThan(0);
      for (const id of fields) expect(text).toContain(`<label for="${id}">`);
    }
  });

  test('has fields for email address and password, or for the token of an external identity provider', async () => {
    const [external, own] = await Promise.all(
      [call, builtIn.call].map((request) => request(null, 'GET', '/admin/health')),
    );
    expect(external?.text).toContain('id="token"');
    expect(external?.text).not.toContain('type="password"');
    expect(own?.text).toContain('type="password"');
    expect(own?.text).not.toContain('id="token"');
  });

  test('is the same for every caller and contains no data', async () => {
    const [anonymous, admin] = await Promise.all(
      [null, await superAdmin()].map((caller) => call(caller, 'GET', '/admin/health')),
    );
    expect(admin?.text).toBe(anonymous?.text);
    expect(anonymous?.text).not.toMatch(/weekly-digest|postgres|127\.0\.0\.1|0001_/);
  });
});

describe('the script of the page', () => {
  const script = readAsset(import.meta.dirname, 'health.js');

  test('creates no markup from data', () => {
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|createContextualFragment|DOMParser|srcdoc|eval|Function\(|setAttribute\('on|\.href|\.src|localStorage|cookie/,
    );
    expect(script).toContain("credentials: 'omit'");
  });

  /** The page with an external identity provider, with the responses of the real service. */
  async function openTokenPage(user: Person) {
    const responses = new Map<string, { status: number; body: unknown }>();
    const refresh = async () => {
      const { status, body } = await call(user, 'GET', '/api/admin/health');
      responses.set(`Bearer ${user.token}`, { status, body });
    };
    await refresh();
    const page = openPage(
      script,
      'token',
      ({ authorization = '' }) => responses.get(authorization) ?? { status: 401, body: { error: 'No.' } },
    );
    return { page, responses, refresh };
  }

  test('shows the message of a job as text', async () => {
    const message = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await deps.jobs.runExclusive('sync-all', async () => ({ message }));
    const ada = await superAdmin();
    const { page } = await openTokenPage(ada);
    await page.submit({ token: ` Bearer ${ada.token.slice(0, 20)}\n${ada.token.slice(20)} ` });
    expect(page.at('jobs').textContent).toContain(message);
    for (const tag of ['script', 'img']) expect(page.at('jobs').all(tag)).toEqual([]);
    expect(page.at('jobs').all('caption')).toHaveLength(1);
    const headings = page.at('jobs').all('th');
    expect(headings.every((heading) => ['columnheader', 'rowheader'].includes(heading.attributes.role ?? ''))).toBe(
      true,
    );
    expect(page.at('disks').textContent).toMatch(/data.*\d (MB|GB|TB) free of \d/);
    expect(page.at('health').hidden).toBe(false);
    expect([page.at('sign-in').hidden, page.at('notice').hidden]).toEqual([true, true]);
    expect([...page.stored.values()]).toEqual([ada.token]);
  });

  test('shows a notice and no data to users who are not super admins', async () => {
    const ben = await person();
    const { page } = await openTokenPage(ben);
    await page.submit({ token: ben.token });
    expect(page.at('notice').textContent).toContain('not a super admin');
    expect([page.at('health').hidden, page.at('jobs').textContent]).toEqual([true, '']);
  });

  test('deletes an invalid token, and a valid one on signing out', async () => {
    const ada = await superAdmin();
    const { page } = await openTokenPage(ada);
    await page.submit({ token: 'none' });
    expect(page.at('notice').textContent).toContain('not valid');
    expect([page.stored.size, page.at('sign-in').hidden]).toEqual([0, false]);
    await page.submit({ token: ada.token });
    expect(page.stored.size).toBe(1);
    page.press('sign-out');
    expect([page.stored.size, page.at('sign-in').hidden, page.at('health').hidden]).toEqual([0, false, true]);
    const { length } = page.requests;
    await page.later();
    expect(page.requests).toHaveLength(length);
  });

  test('requests the health every 15 seconds, and shows failures', async () => {
    const ada = await superAdmin();
    const { page, responses, refresh } = await openTokenPage(ada);
    await page.submit({ token: ada.token });
    responses.set(`Bearer ${ada.token}`, { status: 503, body: { error: 'Try again.' } });
    await page.later();
    expect(page.at('notice').textContent).toMatch(/^Try again\. The data below is from /);
    expect(page.at('health').hidden).toBe(false);
    await refresh();
    await page.later();
    expect(page.at('notice').hidden).toBe(true);
    expect(page.requests).toHaveLength(3);
  });

  test('signs in at the built-in provider, stores only the session, and renews rejected tokens', async () => {
    const health = (await call(await superAdmin(), 'GET', '/api/admin/health')).body;
    let tokens = 0;
    const page = openPage(script, 'built-in', ({ path, authorization }) => {
      if (path === '/auth/sign-in/email') return { status: 200, body: { token: 'session' } };
      if (path === '/auth/token') {
        tokens += 1;
        return { status: 200, body: { token: `token ${tokens}` } };
      }
      const isOld = authorization === 'Bearer token 1';
      return isOld ? { status: 403, body: { code: 'auth.not-super-admin' } } : { status: 200, body: health };
    });
    await page.submit({ email: 'ada@example.org', password: 'correct horse' });
    expect(page.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/auth/sign-in/email', undefined],
      ['/auth/token', 'Bearer session'],
      ['/api/admin/health', 'Bearer token 1'],
      ['/auth/token', 'Bearer session'],
      ['/api/admin/health', 'Bearer token 2'],
    ]);
    expect(page.requests[0]?.body).toEqual({ email: 'ada@example.org', password: 'correct horse' });
    expect([...page.stored.values(), page.at('password').value]).toEqual(['session', '']);
    expect(page.at('health').hidden).toBe(false);
  });
});
