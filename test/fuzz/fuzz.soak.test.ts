import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notifyAfterwards } from '#features/notification';
import { postToLedger } from '#features/wallet';
import { unsubscribeUrlOf } from '../../src/features/mail/unsubscribe/unsubscribe.actions.ts';
import { connectMusic } from '../../src/features/music/test-connection.ts';
import { notificationTo } from '../../src/features/notification/test-notifications.ts';
import { createOrganization, createTeam } from '../groups.ts';
import { sendForm } from '../multipart.ts';
import { gifOf } from '../pictures.ts';
import { type Person, startTestApp, type TestApp } from '../start-test-app.ts';
import { dereference } from './dereference.ts';
import { BATTLE_WEEK, PRICE } from './fitting-values.ts';
import { operationsOf } from './operations.ts';
import { collectionAt } from './record-kinds.ts';
import { createRecords, type Records } from './records.ts';
import type { Report } from './report.ts';
import { CRON_SECRET, requestsTo, SIGNING_SECRET } from './requests.ts';
import { type Run, sampled, sendAll } from './send-all.ts';
import { firstRequests, lastRequests, sweepOf } from './sweep.ts';

const REQUESTS_PER_ROUTE = 30;
const REQUESTS_TO_SIGN_IN = 500;
/** Each place is tried with one of so many hostile values. Three consecutive seeds try all. */
const EVERY = 3;
const FIRST_SEED = Number(process.env.GENERATED_SEED ?? 20_261_121);
const SEEDS = Array.from({ length: Number(process.env.GENERATED_SEEDS ?? 1) }, (_, index) => FIRST_SEED + index);
/** For each kind of run, the routes without a successful response, by seed. */
const unserved = new Map<string, string[][]>();

const app = await startTestApp({
  environment: {
    AI_CALLS_PER_DAY: '999999999',
    WORKOUT_WINDOW_CRON_SECRET: CRON_SECRET,
    MUSIC_SYNC_CRON_SECRET: CRON_SECRET,
    CRON_SECRET,
    PAYMENT_SIGNING_SECRET: SIGNING_SECRET,
  },
});
const appOfSignIn = await startTestApp({ builtInIdentity: true });
await openBattle(app);

test.each(SEEDS)(
  'no generated request, however hostile, gets more than a decent refusal (seed %i)',
  {
    timeout: 600_000,
  },
  async (seed) => {
    const records = createRecords();
    const callers = await peopleOf(app, records);
    const operations = operationsOf(app.server.swagger()).filter(({ method, path }) => !endsCaller(method, path));
    const requests = fc.oneof(
      ...operations.flatMap((operation) =>
        callers.map(({ weight, caller, administers }) => ({
          // The callers with permissions must occur often enough to succeed.
          weight: administers && isOfAdministration(operation) ? 10 * weight : weight,
          arbitrary: requestsTo(operation, caller, records),
        })),
      ),
    );
    const routes = operations.map(({ method, path }) => `${method} ${path}`);
    const count = operations.length * REQUESTS_PER_ROUTE;
    const [owner, other] = callers.flatMap(({ caller }) => caller ?? []) as [Person, Person];
    const circle = await createCircle(app, records, owner);
    const administrator = callers.find(({ administers }) => administers)?.caller as Person;
    async function* batches(report: Report) {
      const batchesOfAll = sampled(requests, count, seed);
      let isFirst = true;
      for (;;) {
        // Groups are soon deleted, and many requests need one.
        await shareGroups(app, records, owner, other, circle);
        await buy(app, records, owner);
        await offer(app, records, circle.mate, [owner, other]);
        await listen(app, records, owner);
        await wait(app, records);
        await complain(app, records, owner);
        await write(app, records, [owner, other]);
        await predict(app, records, circle.mate, [owner, other], administrator);
        await invite(app, records, [owner, other], administrator);
        await sendMail(app, records, administrator);
        // A random choice may never combine a super admin with the right record.
        if (isFirst) yield* firstRequests(operations.filter(isOfAdministration), administrator, records, seed);
        isFirst = false;
        const { value, done } = batchesOfAll.next();
        if (done) break;
        yield value;
      }
      yield* lastRequests(operations.filter(takesNoOther), [owner, other, administrator], records, seed, report);
    }
    noteSuccesses('members', await expectDecency(seed, { app, batches, routes, onResponse: remember(records) }));
    expect((await app.call(null, 'GET', '/health/ready')).status).toBe(200);
  },
);

test.each(SEEDS)(
  'hostile values in every place of every route are refused decently, or taken (seed %i)',
  {
    timeout: 600_000,
  },
  async (seed) => {
    const records = createRecords();
    const [caller, friend, root] = [await app.person(), await app.person(), await app.superAdmin()];
    await shareGroups(app, records, caller, friend, await createCircle(app, records, caller));
    await storeFile(app, records, caller);
    await tell(app, records, caller);
    await encourage(app, records, caller);
    await sendMail(app, records, caller);
    await makeCheckIn(app, records);
    await buy(app, records, caller);
    await offer(app, records, friend, [caller]);
    await listen(app, records, caller);
    await wait(app, records);
    await complain(app, records, caller);
    await predict(app, records, friend, [caller], root);
    await invite(app, records, [caller], root);
    const onResponse = remember(records);
    const operations = operationsOf(app.server.swagger()).filter(({ method, path }) => !endsCaller(method, path));
    const routes = operations.map(({ method, path }) => `${method} ${path}`);
    function* batches() {
      yield* firstRequests(operations, caller, records, seed);
      for (const operation of operations) {
        yield* sweepOf(operation, isOfAdministration(operation) ? root : caller, records, seed, EVERY);
      }
    }
    await expectDecency(seed, { app, batches, routes, onResponse });
  },
);

test.each(SEEDS)(
  'no generated request to the built-in identity provider gets more than a decent refusal (seed %i)',
  {
    timeout: 600_000,
  },
  async (seed) => {
    const records = createRecords();
    const [session, revocableSession] = [await signUp(appOfSignIn), await signUp(appOfSignIn)];
    const operations = operationsOf({ paths: { ...pathsOfSignIn(appOfSignIn), ...HIDDEN_PATHS } });
    const requests = fc.oneof(
      ...operations.flatMap((operation) => [
        {
          weight: 2,
          arbitrary: requestsTo(operation, canEndSession(operation.path) ? revocableSession : session, records),
        },
        { weight: 1, arbitrary: requestsTo(operation, null, records) },
      ]),
    );
    const routes = Object.keys(pathsOfSignIn(appOfSignIn)).flatMap((path) =>
      operations.filter((operation) => operation.path === path).map(({ method }) => `${method} ${path}`),
    );
    async function* batches(report: Report) {
      yield* sampled(requests, REQUESTS_TO_SIGN_IN, seed);
      // Both sessions may have ended.
      yield* lastRequests(operations.filter(takesNoOther), [await signUp(appOfSignIn)], records, seed, report);
    }
    noteSuccesses(
      'sign-in',
      await expectDecency(seed, { app: appOfSignIn, batches, routes, onResponse: () => undefined }),
    );
  },
);

// A route whose requests all fail is hardly tested.
test.each(['members', 'sign-in'])('each route has served a generated request (%s)', (run) => {
  const [first = ['none has run'], ...others] = unserved.get(run) ?? [];
  const inAll = first.filter((route) => others.every((routes) => routes.includes(route)));
  expect(inAll.filter((route) => !TAKES_ANOTHER_PERSON.has(route))).toEqual([]);
});

async function expectDecency(seed: number, run: Run): Promise<Report> {
  const { problems, report } = await sendAll(run);
  process.stdout.write(`\nseed ${seed}\n${report.table()}\n`);
  expect(problems, `seed ${seed}\n${report.table()}`).toEqual([]);
  return report;
}

function noteSuccesses(run: string, report: Report): void {
  unserved.set(run, [...(unserved.get(run) ?? []), report.routesWithoutSuccess()]);
}

/**
 * Routes that need what another user has just done, a secret of a user, a second sign-in, the built-in identity provider, an import file,
 * a personal token, or the response of a webhook receiver. Other tests cover their success.
 */
const TAKES_ANOTHER_PERSON = new Set([
  'GET /api/invitations/preview',
  'POST /api/invitations/accept',
  'POST /api/invitations/{id}/accept',
  'POST /api/invitations/{id}/decline',
  'POST /api/teams/{id}/invitations',
  'DELETE /api/teams/{id}/invitations/{invitationId}',
  'POST /api/organizations/{id}/ownership/decline',
  'POST /api/organizations/{id}/members/me/decline',
  'POST /api/teams/{id}/members/me/decline',
  'POST /api/admin/users',
  'POST /auth/link-account',
  'POST /auth/reject-account',
  'POST /auth/change-password',
  'POST /auth/change-email',
  'POST /auth/reset-password',
  'POST /auth/sign-in/magic-link',
  'GET /auth/magic-link/verify',
  'GET /auth/verify-email',
  'POST /auth/two-factor/verify-totp',
  'POST /auth/two-factor/verify-backup-code',
  'POST /auth/two-factor/generate-backup-codes',
  'POST /auth/passkey/verify-registration',
  'POST /auth/passkey/verify-authentication',
  'POST /auth/passkey/update-passkey',
  'POST /auth/passkey/delete-passkey',
  'DELETE /api/sessions/{id}',
  'POST /api/first-run',
  'POST /api/first-run/check',
  'POST /api/user/account/restore',
  'POST /api/user/import',
  'GET /api/user/imports/{id}',
  'POST /api/user/imports/{id}/start',
  'POST /mcp',
  'POST /api/user/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  'POST /api/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  // The message must be one of the same room.
  'PUT /api/chat/rooms/{id}/read-mark',
]);

const takesNoOther = ({ method, path }: { method: string; path: string }) =>
  !TAKES_ANOTHER_PERSON.has(`${method} ${path}`);

const GOES_TO_TRASH = new Set(['/api/journal/{id}', '/api/notebooks/{id}']);

/** Adds created records to those of later requests, and removes deleted ones. */
function remember(records: Records): Run['onResponse'] {
  return ({ operation, caller, method, address }, { statusCode, body }) => {
    if (method === 'DELETE' && statusCode === 200 && address.length > 0) {
      records.forget(address);
      const [id, ...others] = address;
      if (id !== undefined && others.length === 0 && GOES_TO_TRASH.has(operation.path)) {
        records.add('trashed record', caller, id);
      }
    }
    // A record of the caller that is not found was deleted with its parent.
    if (statusCode === 404 && caller !== null && address.length > 0) records.forget(address, caller);
    const collection = collectionAt(operation.path);
    if (collection === undefined || statusCode !== 201) return;
    type Made = Record<string, string | null> | undefined;
    const made = (JSON.parse(body) as Record<string, Made | Made[]>)[collection.responseKey];
    for (const record of [made].flat()) {
      const id = record?.['idField' in collection ? collection.idField : 'id'];
      // A share by email address does not return the recipient's id.
      if (typeof id === 'string') records.add(collection.kind, caller, id, address);
    }
  };
}

const isOfAdministration = ({ path }: { path: string }) =>
  /\/(admin|execute|mosaic\/generate)\/|\/golden-spec$/.test(path);

type Caller = { weight: number; caller: Person | null; administers?: true };

/** Creates the callers: users with common records and groups, super admins, and users without permissions. */
async function peopleOf(testApp: TestApp, records: Records): Promise<Caller[]> {
  const [ada, ben, eve, blocked, root] = await Promise.all([
    testApp.person(),
    testApp.person(),
    testApp.person(),
    testApp.person(),
    testApp.superAdmin(),
  ]);
  await testApp.deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', blocked.id).execute();
  // Super admins deactivate and promote these users only, so the callers keep their roles.
  for (const bystander of await Promise.all([testApp.person(), testApp.person(), testApp.person()])) {
    records.add('person', root, bystander.id);
  }
  const target_id = (await testApp.person()).id;
  const impersonation = await testApp.call(root, 'POST', '/api/admin/impersonate', { target_id, reason: 'To help' });
  await storeFile(testApp, records, ada);
  await tell(testApp, records, ada);
  await encourage(testApp, records, ada);
  await sendMail(testApp, records, ada);
  await makeCheckIn(testApp, records);
  const forged = { ...ada, token: `${ada.token.slice(0, -6)}AAAAAA` };
  return [
    { weight: 10, caller: ada },
    { weight: 6, caller: ben },
    { weight: 3, caller: eve },
    { weight: 2, caller: root, administers: true },
    { weight: 2, caller: { ...root, token: impersonation.body.token } },
    { weight: 2, caller: null },
    { weight: 1, caller: blocked },
    { weight: 1, caller: forged },
  ];
}

/** Creates users who send no requests: one in each team, some who could join a team, and some who could join an organization. */
type Circle = { mate: Person; colleagues: Person[]; others: Person[] };

async function createCircle(testApp: TestApp, records: Records, owner: Person): Promise<Circle> {
  const [mate, ...people] = (await Promise.all(Array.from({ length: 10 }, () => testApp.person()))) as [
    Person,
    ...Person[],
  ];
  for (const { id } of people) records.add('person', owner, id);
  return { mate, colleagues: people.slice(0, 6), others: people.slice(6) };
}

const GROUPS = 3;

/** Creates organizations of two callers with a team each, and with users who send no requests. */
async function shareGroups(
  { deps }: TestApp,
  records: Records,
  owner: Person,
  other: Person,
  { mate, colleagues }: Circle,
): Promise<void> {
  for (let group = 0; group < GROUPS; group += 1) {
    const org = await createOrganization(deps, owner, [other, mate, ...colleagues]);
    const team = await createTeam(deps, org, owner, [other, mate]);
    for (const person of [owner, other]) {
      records.add('org', person, org);
      records.add('team', person, team);
      records.add('org member', person, mate.id, [org]);
      records.add('team member', person, mate.id, [team]);
    }
  }
}

/** Creates a picture that is never deleted, unlike avatars. */
async function storeFile({ deps }: TestApp, records: Records, owner: Person): Promise<void> {
  const key = 'avatars/that-stays.webp';
  await deps.storage.put(key, gifOf(1));
  records.add('file', owner, key);
}

/** Creates a notification of a user. */
async function tell({ deps }: TestApp, records: Records, reader: Person): Promise<void> {
  await notifyAfterwards(deps, [notificationTo(reader)]);
  const told = deps.db.selectFrom('notification').select('id').where('user_id', '=', reader.id);
  records.add('notification', reader, (await told.executeTakeFirstOrThrow()).id);
}

/** Creates a received drop. */
async function encourage({ call, deps, person }: TestApp, records: Records, reader: Person): Promise<void> {
  // Super admins may have changed it before.
  await deps.db.updateTable('drop_configuration').set({ daily_allowance: 5, max_custom_drops_per_day: 3 }).execute();
  const drop = { recipient_id: reader.id, drop_type: 'encouragement', content: 'Well done' };
  const { body } = await call(await person(), 'POST', '/api/encouragement-drops/send', drop);
  records.add('drop', reader, body.drop.id);
}

/** Creates an email of a user to themself, and the link that unsubscribes from automatic emails. */
async function sendMail({ call, deps }: TestApp, records: Records, sender: Person): Promise<void> {
  const { body } = await call(sender, 'POST', '/api/email/send', { to: sender.email, subject: 'Hello', text: 'Hello' });
  if (typeof body.id === 'string') records.add('outgoing mail', sender, body.id);
  const address = new URL(unsubscribeUrlOf(deps, 'digest', sender.id));
  records.add('unsubscribe link', sender, address.searchParams.get('opt_out') ?? '');
}

/** Creates a check-in of today. Random requests rarely create one: it requires a window and is allowed once a day. */
async function makeCheckIn(testApp: TestApp, records: Records): Promise<void> {
  const owner = await testApp.person();
  const window = { activityType: 'walk', windowStartTime: '07:00', windowEndTime: '09:00', timezone: 'UTC' };
  await testApp.call(owner, 'POST', '/api/workout-window/setup', window);
  const parts = { photo: gifOf(1), activityType: 'walk' };
  const { body } = await sendForm(testApp.call, owner, '/api/workout-window/checkin', parts);
  records.add('check-in', owner, body.checkin.id);
}

async function openBattle({ deps, clock }: TestApp): Promise<void> {
  const week = { week_start_date: BATTLE_WEEK, week_end_date: '2026-01-11' };
  const times = { created_at: clock.now(), updated_at: clock.now() };
  await deps.db
    .insertInto('battle')
    .values({ id: deps.ids.next(), ...week, ...times })
    .execute();
}

/** Creates entries, since few of the random requests that create one succeed. */
async function write({ call }: TestApp, records: Records, authors: readonly Person[]): Promise<void> {
  for (const author of authors) {
    const { body } = await call(author, 'POST', '/api/journal', { title: 'A day', content: 'Grey, then sun.' });
    records.add('entry', author, body.entry.id);
  }
}

/** Creates a purchase that can be refunded. */
async function buy({ deps }: TestApp, records: Records, { id: userId }: Person): Promise<void> {
  const posting = {
    userId,
    type: 'purchase',
    amount: -1,
    transactionKey: randomUUID(),
    description: 'A pack',
  } as const;
  const posted = await deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));
  if ('transaction' in posted) records.add('purchase', null, posted.transaction.id);
}

/** Creates, for each buyer, an own pack, a pack for sale that is shared with the buyer, and drops to buy it. */
async function offer(testApp: TestApp, records: Records, seller: Person, buyers: readonly Person[]): Promise<void> {
  const { call, deps } = testApp;
  for (const buyer of buyers) {
    const make = async (owner: Person) => {
      const pack = { name: 'A pack', theme: 'icons', is_public: true, price_drops: PRICE };
      const { id } = (await call(owner, 'POST', '/api/tone-packs', pack)).body.pack;
      records.add('tone pack', buyer, id);
      return id;
    };
    await make(buyer);
    const id = await make(seller);
    await call(seller, 'POST', `/api/tone-packs/${id}/share`, { user_id: buyer.id });
    records.add('tone pack share', buyer, buyer.id, [id]);
    const gift = {
      type: 'admin_adjustment',
      amount: PRICE,
      transactionKey: randomUUID(),
      description: 'A gift',
    } as const;
    await deps.db.transaction().execute((tx) => postToLedger(deps, tx, { userId: buyer.id, ...gift }));
  }
}

/** Connects a music account, which is soon disconnected, and stores a played track. */
async function listen(testApp: TestApp, records: Records, listener: Person): Promise<void> {
  const { id } = testApp.music.play(await connectMusic(testApp, listener), testApp.clock.now());
  await testApp.call(listener, 'POST', '/api/music/sync');
  records.add('track', listener, id);
}

/** Creates several waitlist entries, since each is decided once. */
async function wait({ deps, clock }: TestApp, records: Records): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const id = deps.ids.next();
    const times = { created_at: clock.now(), asked_at: clock.now() };
    await deps.db
      .insertInto('waitlist_entry')
      .values({ id, email: `${id}@people.test`, ...times })
      .execute();
    records.add('waitlist entry', null, id);
  }
}

/** Creates several reports of a user, since each is decided once. */
async function complain({ deps, clock }: TestApp, records: Records, { id: reporterId }: Person): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const id = deps.ids.next();
    const report = {
      subject_type: 'user' as const,
      subject_id: randomUUID(),
      reason: 'They are rude',
      created_at: clock.now(),
    };
    await deps.db
      .insertInto('report')
      .values({ id, reporter_id: reporterId, ...report })
      .execute();
    records.add('report', null, id);
  }
}

/**
 * Creates, for each user, a template of another user with a prediction, an own template, a competition that accepts it, and videos that
 * can be approved.
 */
async function predict(
  { call }: TestApp,
  records: Records,
  author: Person,
  people: readonly Person[],
  root: Person,
): Promise<void> {
  for (const person of people) {
    const outputs = [{ label: 'Q factor', value: 1, unit: '' }];
    const template = { title: 'A coil', steps: [{ title: 'Wind it', instructions: '' }], is_public: true };
    const asked = { ...template, predicted_values: { outputs } };
    const { id } = (await call(author, 'POST', '/api/lab/templates', asked)).body.template;
    records.add('lab template', person, id);
    const own = (await call(person, 'POST', '/api/lab/templates', template)).body.template;
    records.add('lab template', person, own.id);
    const contest = { name: 'Coils', scoring_config: { clone: 1 }, is_active: true, entry_open: true };
    const { competition } = (await call(root, 'POST', '/api/lab/admin/competitions', contest)).body;
    records.add('competition', person, competition.id);
    const film = { title: 'It sings', url: 'https://videos.test/3' };
    const submit = async () => (await call(author, 'POST', `/api/lab/templates/${id}/videos`, film)).body.video;
    const approved = await submit();
    await call(root, 'POST', `/api/lab/admin/videos/${approved.id}/approve`);
    records.add('lab video', root, approved.id);
    records.add('lab video', root, (await submit()).id);
  }
}

/** Creates, for each user, an approved sponsor, and sponsors and opportunities that can be approved. */
async function invite({ call }: TestApp, records: Records, people: readonly Person[], root: Person): Promise<void> {
  const application = { name: 'Coils', tier: 'gold', contact_name: 'Carla', contact_email: 'carla@coils.test' };
  const apply = async () => (await call(null, 'POST', '/api/lab/sponsors', application)).body.sponsor;
  const summer = { title: 'A summer', type: 'internship', organization: 'Coils', description: 'Wind them.' };
  for (const person of people) {
    const approved = await apply();
    await call(root, 'POST', `/api/lab/admin/sponsors/${approved.id}/approve`);
    records.add('sponsor on the wall', person, approved.id);
    records.add('sponsor', root, (await apply()).id);
    const offered = { ...summer, url: 'https://coils.test/summer' };
    const { opportunity } = (await call(person, 'POST', '/api/lab/opportunities', offered)).body;
    records.add('opportunity', root, opportunity.id);
  }
}

async function signUp(testApp: TestApp): Promise<Person> {
  const email = `${randomUUID()}@people.test`;
  const account = { name: 'A Person', email, password: 'correct horse' };
  const { body } = await testApp.call(null, 'POST', '/auth/sign-up/email', account);
  return { id: body.user.id, email, token: body.token };
}

function pathsOfSignIn(testApp: TestApp): Record<string, unknown> {
  const { paths = {} } = dereference(testApp.server.swagger()) as { paths?: Record<string, unknown> };
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/auth/')));
}

const body = (...names: string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required: names } } } },
  };
};
const query = (name: string) => ({ parameters: [{ in: 'query', name, schema: { type: 'string' } }] });

/** The requests after which all others of the caller fail. */
const endsCaller = (method: string, path: string) => method === 'DELETE' && path === '/api/user/account';

/** Requests outside the API description that end a session. */
const canEndSession = (path: string) =>
  path in HIDDEN_PATHS || path === '/auth/sign-out' || path === '/auth/change-password';

/** Responses of the identity provider that the API description does not list. */
const HIDDEN_PATHS = {
  '/auth/ok': { get: {} },
  '/auth/error': { get: query('error') },
  '/auth/list-accounts': { get: {} },
  '/auth/update-user': { post: body('name', 'image') },
  '/auth/delete-user': { post: body('password', 'callbackURL') },
  '/auth/sign-in/social': { post: body('provider', 'callbackURL') },
  '/auth/callback/{id}': { get: query('state') },
  '/auth/unlink-account': { post: body('providerId', 'accountId') },
  '/auth/no-such-thing': { get: {}, post: body('name') },
};
