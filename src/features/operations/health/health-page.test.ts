import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../../test/start-test-app.ts';
import { HEALTH_PAGE_PARTS } from './health-page.template.ts';
import { openPage } from './test-page.ts';

const app = await startTestApp();
const builtIn = await startTestApp({ builtInIdentity: true });
const { call, superAdmin, person, deps } = app;
// A busy machine of a test leaves nothing out.
deps.healthTimeoutMs = 20_000;

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('GET /admin/health', () => {
  test('200 is a page that may run its own script, look like itself and call its server, and nothing else', async () => {
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
    expect(text).not.toMatch(/\son\w+=|\sstyle=|(src|href)="(?!data:)|@import|url\(/);
  });

  test('200 has one heading of the page, and a label for each field', async () => {
    for (const { call: ask } of [app, builtIn]) {
      const { text } = await ask(null, 'GET', '/admin/health');
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text).toContain('<html lang="en">');
      const fields = [...text.matchAll(/<(?:input|textarea) id="(\w+)"/g)].map(([, id]) => id);
      expect(fields.length).toBeGreaterThan(0);
      for (const id of fields) expect(text).toContain(`<label for="${id}">`);
    }
  });

  test('200 asks for an address and a password, or for the token of an outside identity provider', async () => {
    const [outside, own] = await Promise.all([call, builtIn.call].map((ask) => ask(null, 'GET', '/admin/health')));
    expect(outside?.text).toContain('id="token"');
    expect(outside?.text).not.toContain('type="password"');
    expect(own?.text).toContain('type="password"');
    expect(own?.text).not.toContain('id="token"');
  });

  test('200 is the same for everybody, and holds nothing of the service', async () => {
    const [nobody, admin] = await Promise.all(
      [null, await superAdmin()].map((who) => call(who, 'GET', '/admin/health')),
    );
    expect(admin?.text).toBe(nobody?.text);
    expect(nobody?.text).not.toMatch(/weekly-digest|postgres|127\.0\.0\.1|0001_/);
  });
});

describe('The script of the page', () => {
  const { script } = HEALTH_PAGE_PARTS;

  test('makes no markup of what it is told', () => {
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|createContextualFragment|DOMParser|srcdoc|eval|Function\(|setAttribute\('on|\.href|\.src|localStorage|cookie/,
    );
    expect(script).toContain("credentials: 'omit'");
  });

  /** The page of an outside identity provider, on the real service. */
  async function opened(somebody: Person) {
    const answers = new Map<string, { status: number; body: unknown }>();
    const refresh = async () => {
      const { status, body } = await call(somebody, 'GET', '/api/admin/health');
      answers.set(`Bearer ${somebody.token}`, { status, body });
    };
    await refresh();
    const page = openPage(
      script,
      'token',
      ({ authorization = '' }) => answers.get(authorization) ?? { status: 401, body: { error: 'No.' } },
    );
    return { page, answers, refresh };
  }

  test('shows a message of a job as the text that it is', async () => {
    const message = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await deps.jobs.runExclusive('sync-all', async () => ({ message }));
    const ada = await superAdmin();
    const { page } = await opened(ada);
    await page.submit({ token: ` Bearer ${ada.token.slice(0, 20)}\n${ada.token.slice(20)} ` });
    expect(page.at('jobs').textContent).toContain(message);
    for (const tag of ['script', 'img']) expect(page.at('jobs').all(tag)).toEqual([]);
    expect(page.at('jobs').all('caption')).toHaveLength(1);
    const heads = page.at('jobs').all('th');
    expect(heads.every((head) => ['columnheader', 'rowheader'].includes(head.attributes.role ?? ''))).toBe(true);
    expect(page.at('disks').textContent).toMatch(/data.*\d (MB|GB|TB) free of \d/);
    expect(page.at('health').hidden).toBe(false);
    expect([page.at('sign-in').hidden, page.at('notice').hidden]).toEqual([true, true]);
    expect([...page.stored.values()]).toEqual([ada.token]);
  });

  test('tells who is no super admin, and shows nothing', async () => {
    const ben = await person();
    const { page } = await opened(ben);
    await page.submit({ token: ben.token });
    expect(page.at('notice').textContent).toContain('not a super admin');
    expect([page.at('health').hidden, page.at('jobs').textContent]).toEqual([true, '']);
  });

  test('forgets a token that is none, and one whose owner signs out', async () => {
    const ada = await superAdmin();
    const { page } = await opened(ada);
    await page.submit({ token: 'none' });
    expect(page.at('notice').textContent).toContain('not valid');
    expect([page.stored.size, page.at('sign-in').hidden]).toEqual([0, false]);
    await page.submit({ token: ada.token });
    expect(page.stored.size).toBe(1);
    page.press('sign-out');
    expect([page.stored.size, page.at('sign-in').hidden, page.at('health').hidden]).toEqual([0, false, true]);
    const { length } = page.asked;
    await page.later();
    expect(page.asked).toHaveLength(length);
  });

  test('asks again every fifteen seconds, and says where there is no answer', async () => {
    const ada = await superAdmin();
    const { page, answers, refresh } = await opened(ada);
    await page.submit({ token: ada.token });
    answers.set(`Bearer ${ada.token}`, { status: 503, body: { error: 'Try again.' } });
    await page.later();
    expect(page.at('notice').textContent).toMatch(/^Try again\. What you see is from /);
    expect(page.at('health').hidden).toBe(false);
    await refresh();
    await page.later();
    expect(page.at('notice').hidden).toBe(true);
    expect(page.asked).toHaveLength(3);
  });

  test('signs in at the built-in provider, keeps the session alone, and gets a newer token where one is refused', async () => {
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
    expect(page.asked.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/auth/sign-in/email', undefined],
      ['/auth/token', 'Bearer session'],
      ['/api/admin/health', 'Bearer token 1'],
      ['/auth/token', 'Bearer session'],
      ['/api/admin/health', 'Bearer token 2'],
    ]);
    expect(page.asked[0]?.body).toEqual({ email: 'ada@example.org', password: 'correct horse' });
    expect([...page.stored.values(), page.at('password').value]).toEqual(['session', '']);
    expect(page.at('health').hidden).toBe(false);
  });
});
