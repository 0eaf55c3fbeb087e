import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../edge/raw-http.ts';
import { type Person, startTestApp, type TestApp, type TestResponse } from '../start-test-app.ts';
import { type Asked, CALLERS, type Caller, type Row, type Rows, urlOf } from './matrix.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.rows.ts';
import { ROWS } from './rows.ts';
import { createScenario } from './scenario.ts';

/*
 * Calls each registered route as each caller. Fails if a route has no row or a row has no route.
 */

const app = await startTestApp({ environment: { AI_CALLS_PER_DAY: '999999999' } });
const appOfSignIn = await startTestApp({ builtInIdentity: true });
const scenario = await createScenario(app);
const port = await listenOnLoopback(app.server);

type Target = TestApp & { listChanges: () => Promise<unknown> };

describeRows({ ...app, listChanges: await watchRows(app) }, namesOf(app), ROWS);
describeRows(
  { ...appOfSignIn, listChanges: await watchRows(appOfSignIn) },
  namesOf(appOfSignIn).filter(isOfSignIn),
  SIGN_IN_ROWS,
);

function describeRows(target: Target, routes: string[], rows: Rows): void {
  test('a changed row is counted', async () => {
    const before = await target.listChanges();
    await sql`
      insert into profile (id, role_changed_at, created_at, updated_at) values (gen_random_uuid(), now(), now(), now())`.execute(
      target.deps.db,
    );
    expect(await target.listChanges()).not.toEqual(before);
  });
  test('the matrix has a row for each route, and no other', () => {
    expect(Object.keys(rows).toSorted()).toEqual(routes.toSorted());
  });
  describe.each(routes.flatMap((route) => rowOf(rows, route)))('the matrix of $route', ({ route, row }) => {
    const isRefused = (caller: Caller) => row.expected[caller] >= 400;
    const refused = CALLERS.filter(isRefused);

    const describeRefusals = () => {
      let asked: Asked;
      let before: unknown;
      beforeAll(async () => {
        asked = await row.ask(scenario);
        // The request that created the records may have background work that is still running.
        await target.deps.background.drain();
        before = await target.listChanges();
      });
      test.each(refused)('%s', async (caller) => {
        const reply = await callAs(target, caller, route, asked);
        expect(reply).toMatchObject({ status: row.expected[caller], body: { error: expect.any(String) } });
        if (reply.status === 404 && asked.path?.id !== undefined) {
          const unknown = await callAs(target, caller, route, { ...asked, path: { ...asked.path, id: randomUUID() } });
          expect(withoutRequestId(unknown)).toEqual(withoutRequestId(reply));
        }
      });
      test('and nothing has changed', async () => {
        expect(await target.listChanges()).toEqual(before);
      });
    };
    if (refused.length > 0) describe('refuses', describeRefusals);

    const served = CALLERS.filter((caller) => !isRefused(caller));
    test.each(served)('serves %s', async (caller) => {
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

function callAs(target: TestApp, caller: Caller, route: string, asked: Asked): Promise<TestResponse> {
  const [method, path = ''] = route.split(' ') as [Parameters<TestApp['call']>[1], string];
  const person = caller === 'anonymous' ? null : scenario.people[caller];
  const url = urlOf(path, asked);
  return asked.isEndless ? startOf(person, url) : target.call(person, method, url, asked.body, asked.headers);
}

/** Returns the status of a stream, over a real connection. */
async function startOf(person: Person | null, url: string): Promise<TestResponse> {
  const headers = person === null ? {} : { authorization: `Bearer ${person.token}` };
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers });
  const text = response.ok ? '' : await response.text();
  if (response.ok) await response.body?.cancel();
  return { status: response.status, headers: {}, body: text === '' ? undefined : JSON.parse(text), text };
}

const withoutRequestId = ({ status, body: { request_id: _, ...body } }: TestResponse) => ({ status, body });

/**
 * Counts each row change from now on in a table of its own. Returns a function that reads the counts. Reading all rows before and after
 * each route took most of the time of this file. Excluded are counters of attempts, and `text_count`: the first text of a user leases a
 * part of the daily quota before the request is decided.
 */
async function watchRows({ deps: { db } }: TestApp): Promise<() => Promise<unknown>> {
  await sql`create schema watch`.execute(db);
  await sql`create table watch.change (name text not null)`.execute(db);
  await sql`
    create function watch.record_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old is distinct from new then insert into watch.change values (tg_table_name); end if;
      return null;
    end
    $$`.execute(db);
  await sql`
    do $$
    declare name text;
    begin
      for name in
        select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name not in ('rate_limit', 'sign_in_attempt', 'text_count')
      loop
        execute format('create trigger record_change after insert or update or delete on %I
          for each row execute function watch.record_change()', name);
      end loop;
    end
    $$`.execute(db);
  return async () =>
    (await sql`select name, count(*)::integer as changes from watch.change group by name order by name`.execute(db))
      .rows;
}
