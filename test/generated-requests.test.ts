import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notifyAfterwards } from '../src/features/notification/index.ts';
import { operationsOf } from './generated-requests/operations.ts';
import { createRecords, type RecordKind, type Records } from './generated-requests/records.ts';
import type { Report } from './generated-requests/report.ts';
import { requestsTo } from './generated-requests/requests.ts';
import { type Run, sampled, sendAll } from './generated-requests/send-all.ts';
import { sweepOf } from './generated-requests/sweep.ts';
import { createOrganization, createTeam } from './groups.ts';
import { type Person, startTestApp, type TestApp } from './start-test-app.ts';

/** GENERATED_REQUESTS=20000 makes it the long run, which also prints its table; GENERATED_SEED repeats a run. */
const LONG_RUN = process.env.GENERATED_REQUESTS;
const COUNT = Number(LONG_RUN ?? 1_500);
const SEED = Number(process.env.GENERATED_SEED ?? 20_261_121);

const app = await startTestApp({ environment: { AI_CALLS_PER_DAY: '999999999' } });
const appOfSignIn = await startTestApp({ builtInIdentity: true });

test('no generated request, however hostile, gets more than a decent refusal', { timeout: 600_000 }, async () => {
  const records = createRecords();
  const callers = await peopleOf(app, records);
  const operations = operationsOf(app.server.swagger());
  const requests = fc.oneof(
    ...operations.flatMap((operation) =>
      callers.map(({ weight, caller }) => ({ weight, arbitrary: requestsTo(operation, caller, records) })),
    ),
  );
  const routes = operations.map(({ method, path }) => `${method} ${path}`);
  const batches = sampled(requests, COUNT, SEED);
  expectSuccesses(await expectDecency({ app, batches, routes, onAnswer: remember(records) }));
  expect((await app.call(null, 'GET', '/health/ready')).status).toBe(200);
});

test('every hostile value in every place of every route is refused decently, or taken', {
  timeout: 600_000,
}, async () => {
  const records = createRecords();
  const [caller, friend] = [await app.person(), await app.person()];
  await shareGroups(app, records, caller, friend);
  await tell(app, records, caller);
  for (const [kind, path, body] of [
    ['entry', '/api/journal', { title: 'First', content: '' }],
    ['notebook', '/api/notebooks', { name: 'First' }],
  ] as const) {
    records.add(kind, caller, (await app.call(caller, 'POST', path, body)).body[kind].id);
  }
  const onAnswer = remember(records);
  const operations = operationsOf(app.server.swagger());
  const routes = operations.map(({ method, path }) => `${method} ${path}`);
  function* batches() {
    // What is written first can be read, changed and deleted then.
    for (const operation of operations.toSorted(({ method }) => (method === 'POST' ? -1 : 0))) {
      yield* sweepOf(operation, caller, records, SEED);
    }
  }
  await expectDecency({ app, batches: batches(), routes, onAnswer });
});

test('no generated request to the built-in identity provider gets more than a decent refusal', {
  timeout: 600_000,
}, async () => {
  const records = createRecords();
  const [session, revocableSession] = [await signUp(appOfSignIn, 0), await signUp(appOfSignIn, 1)];
  const operations = operationsOf({ paths: { ...pathsOfSignIn(appOfSignIn), ...HIDDEN_PATHS } });
  const requests = fc.oneof(
    ...operations.flatMap((operation) => [
      // Routes beyond the description can end a session.
      {
        weight: 2,
        arbitrary: requestsTo(operation, operation.path in HIDDEN_PATHS ? revocableSession : session, records),
      },
      { weight: 1, arbitrary: requestsTo(operation, null, records) },
    ]),
  );
  const routes = Object.keys(pathsOfSignIn(appOfSignIn)).flatMap((path) =>
    operations.filter((operation) => operation.path === path).map(({ method }) => `${method} ${path}`),
  );
  const batches = sampled(requests, Math.ceil(COUNT / 10), SEED);
  expectSuccesses(await expectDecency({ app: appOfSignIn, batches, routes, onAnswer: () => undefined }));
});

async function expectDecency(run: Run): Promise<Report> {
  const { problems, report } = await sendAll(run);
  if (LONG_RUN !== undefined) process.stdout.write(`\nseed ${SEED}\n${report.table()}\n`);
  expect(problems, `seed ${SEED}\n${report.table()}`).toEqual([]);
  return report;
}

/** Requests that are all refused would prove little. */
function expectSuccesses(report: Report): void {
  expect(report.routesWithoutSuccess(), `seed ${SEED}\n${report.table()}`).toEqual([]);
}

/** What a success has made can be asked for by later requests. */
function remember(records: Records): Run['onAnswer'] {
  const kinds: Record<string, RecordKind> = { '/api/journal': 'entry', '/api/notebooks': 'notebook' };
  return ({ operation, caller }, { statusCode, body }) => {
    const kind = kinds[operation.path];
    if (kind === undefined || statusCode !== 201) return;
    const made = (JSON.parse(body) as Record<string, { id: string } | undefined>)[kind];
    if (made !== undefined) records.add(kind, caller, made.id);
  };
}

/** Who calls: people with records and groups in common, and people who may do nothing. */
async function peopleOf(testApp: TestApp, records: Records): Promise<{ weight: number; caller: Person | null }[]> {
  const [ada, ben, eve, blocked, root] = await Promise.all([
    testApp.person(),
    testApp.person(),
    testApp.person(),
    testApp.person(),
    testApp.superAdmin(),
  ]);
  await testApp.deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
  await shareGroups(testApp, records, ada, ben);
  await tell(testApp, records, ada);
  const forged = { ...ada, token: `${ada.token.slice(0, -6)}AAAAAA` };
  return [
    { weight: 10, caller: ada },
    { weight: 6, caller: ben },
    { weight: 3, caller: eve },
    { weight: 2, caller: root },
    { weight: 2, caller: null },
    { weight: 1, caller: blocked },
    { weight: 1, caller: forged },
  ];
}

/** An organization and a team of two people. */
async function shareGroups({ deps }: TestApp, records: Records, owner: Person, other: Person): Promise<void> {
  const org = await createOrganization(deps, owner, [other]);
  const team = await createTeam(deps, org, owner, [other]);
  for (const person of [owner, other]) {
    records.add('org', person, org);
    records.add('team', person, team);
  }
}

/** A notification of somebody's. */
async function tell({ deps }: TestApp, records: Records, reader: Person): Promise<void> {
  await notifyAfterwards(deps, [{ userId: reader.id, kind: 'baton_pass', title: 'Your turn', body: '' }]);
  const { id } = await deps.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', reader.id)
    .executeTakeFirstOrThrow();
  records.add('notification', reader, id);
}

async function signUp(testApp: TestApp, number: number): Promise<Person> {
  const email = `person-${number}@people.test`;
  const account = { name: 'A Person', email, password: 'correct horse' };
  const { body } = await testApp.call(null, 'POST', '/auth/sign-up/email', account);
  return { id: body.user.id, email, token: body.token };
}

function pathsOfSignIn(testApp: TestApp): Record<string, unknown> {
  const { paths = {} } = testApp.server.swagger() as { paths?: Record<string, unknown> };
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/auth/')));
}

const body = (...names: string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required: names } } } },
  };
};
const query = (name: string) => ({ parameters: [{ in: 'query', name, schema: { type: 'string' } }] });

/** What the provider answers beyond what our description lists. */
const HIDDEN_PATHS = {
  '/auth/ok': { get: {} },
  '/auth/error': { get: query('error') },
  '/auth/get-session': { get: query('disableCookieCache') },
  '/auth/list-sessions': { get: {} },
  '/auth/list-accounts': { get: {} },
  '/auth/revoke-session': { post: body('token') },
  '/auth/update-user': { post: body('name', 'image') },
  '/auth/change-password': { post: body('currentPassword', 'newPassword') },
  '/auth/change-email': { post: body('newEmail', 'callbackURL') },
  '/auth/delete-user': { post: body('password', 'callbackURL') },
  '/auth/request-password-reset': { post: body('email', 'redirectTo') },
  '/auth/reset-password': { post: body('newPassword', 'token') },
  '/auth/verify-email': { get: query('token') },
  '/auth/send-verification-email': { post: body('email', 'callbackURL') },
  '/auth/sign-in/social': { post: body('provider', 'callbackURL') },
  '/auth/callback/{id}': { get: query('state') },
  '/auth/unlink-account': { post: body('providerId', 'accountId') },
  '/auth/no-such-thing': { get: {}, post: body('name') },
};
