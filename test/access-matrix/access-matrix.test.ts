import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../edge/raw-http.ts';
import { type Answer, type Person, startTestApp, type TestApp } from '../start-test-app.ts';
import { byTier } from '../tier.ts';
import { type Asked, CALLERS, type Caller, type Row, type Rows, urlOf } from './matrix.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.rows.ts';
import { ROWS } from './rows.ts';
import { createScenario, type Scenario } from './scenario.ts';

/*
 * Every route that the service registers, called by everybody in every relation to it. A route without a row fails, and so
 * does a row without a route.
 */

const app = await startTestApp({ environment: { AI_CALLS_PER_DAY: '999999999' } });
const appOfSignIn = await startTestApp({ builtInIdentity: true });
const scenario = await createScenario(app);
const port = await listenOnLoopback(app.server);

describeRows(app, namesOf(app), ROWS);
describeRows(appOfSignIn, namesOf(appOfSignIn).filter(isOfSignIn), SIGN_IN_ROWS);

function describeRows(target: TestApp, routes: string[], rows: Rows): void {
  test('the matrix has a row for each route, and no other', () => {
    expect(Object.keys(rows).toSorted()).toEqual(routes.toSorted());
  });
  describe.each(routes.flatMap((route) => rowOf(rows, route)))('the matrix of $route', ({ route, row }) => {
    const isRefused = (caller: Caller) => row.expected[caller] >= 400;
    const refused = CALLERS.filter(isRefused);

    const describeRefusals = () => {
      let asked: Asked;
      let before: string;
      beforeAll(async () => {
        asked = await row.ask(scenario);
        // What was made for it may go on working behind its answer.
        await target.deps.background.drain();
        before = await fingerprintOf(target);
      });
      test.each(refused)('%s', async (caller) => {
        const answer = await callAs(target, caller, route, asked);
        expect(answer).toMatchObject({ status: row.expected[caller], body: { error: expect.any(String) } });
        if (answer.status === 404 && asked.path?.id !== undefined) {
          const unknown = await callAs(target, caller, route, { ...asked, path: { ...asked.path, id: randomUUID() } });
          expect(withoutRequestId(unknown)).toEqual(withoutRequestId(answer));
        }
      });
      test('and nothing has changed', async () => {
        expect(await fingerprintOf(target)).toBe(before);
      });
    };
    if (refused.length > 0) describe('refuses', describeRefusals);

    const served = CALLERS.filter((caller) => !isRefused(caller));
    test.each(byTier(served.slice(-1), served))('serves %s', async (caller) => {
      const { status, text } = await callAs(target, caller, route, await row.ask(scenario));
      expect({ status, text }).toEqual({ status: row.expected[caller], text });
    });
  });
}

function rowOf(rows: Rows, route: string): { route: string; row: Row }[] {
  const row = rows[route];
  return row === undefined ? [] : [{ route, row }];
}

function namesOf({ routes }: TestApp): string[] {
  return routes.map(({ method, path }) => `${method} ${path}`);
}

function isOfSignIn(route: string): boolean {
  return route.includes(' /auth/');
}

function callAs(target: TestApp, caller: Caller, route: string, asked: Asked): Promise<Answer> {
  const [method, path = ''] = route.split(' ') as [Parameters<TestApp['call']>[1], string];
  const person = caller === 'nobody' ? null : scenario.people[caller];
  const url = urlOf(path, asked);
  return asked.isEndless ? startOf(person, url) : target.call(person, method, url, asked.body, asked.headers);
}

/** How an answer begins that has no end, over a real connection. */
async function startOf(person: Person | null, url: string): Promise<Answer> {
  const headers = person === null ? {} : { authorization: `Bearer ${person.token}` };
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers });
  const text = response.ok ? '' : await response.text();
  if (response.ok) await response.body?.cancel();
  return { status: response.status, headers: {}, body: text === '' ? undefined : JSON.parse(text), text };
}

const withoutRequestId = ({ status, body: { request_id: _, ...body } }: Answer) => ({ status, body });

/**
 * Changes with any row of any table, but for those that count attempts, right or wrong, and for `text_count`: a user's first
 * text leases a share of the day's quota before the request is decided on.
 */
async function fingerprintOf({ deps: { db } }: Scenario['app']): Promise<string> {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('rate_limit', 'sign_in_attempt', 'text_count') order by 1`.execute(db);
  const parts = tables.rows.map(
    ({ name }) => sql`select ${sql.lit(name)} || ' ' || count(*) || ' ' ||
      md5(coalesce(string_agg(md5(whole::text), '' order by md5(whole::text)), '')) as part from ${sql.raw(name)} whole`,
  );
  // Of so many tables, PostgreSQL reads several at once, and would give them as they come.
  const { rows } = await sql<{ part: string }>`${sql.join(parts, sql` union all `)} order by part`.execute(db);
  return rows.map(({ part }) => part).join('\n');
}
