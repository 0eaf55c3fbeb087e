import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#app/app.ts';
import type { Config, CronSecretName } from '#app/config.ts';
import { type Asked, urlOf } from '../access-matrix/matrix.ts';
import { ROWS } from '../access-matrix/rows.ts';
import { createScenario } from '../access-matrix/scenario.ts';
import { callOn, startTestApp, type TestApp } from '../start-test-app.ts';

/*
 * What opens the routes for machines, and what does not: every one that the service registers, with every secret that can be
 * configured. Secrets are compared as digests of one length with `timingSafeEqual`, in src/platform/http/cron-secret.ts: half
 * of a secret is refused as anything else is, and as fast.
 */

const SECRETS: Record<CronSecretName, string> = {
  WORKOUT_WINDOW_CRON_SECRET: 'secret-of-windows',
  CHAT_CRON_SECRET: 'secret-of-the-chats',
  DROPS_CRON_SECRET: 'secret-of-the-drops',
  ENCOURAGEMENT_DROPS_CRON_SECRET: 'secret-of-encouragement',
  MUSIC_SYNC_CRON_SECRET: 'secret-of-the-music',
  LAB_CRON_SECRET: 'secret-of-the-lab',
  CRON_SECRET: 'secret-of-all-jobs',
};
const NAMES = Object.keys(SECRETS) as CronSecretName[];

const DROPS: CronSecretName[] = [
  'DROPS_CRON_SECRET',
  'ENCOURAGEMENT_DROPS_CRON_SECRET',
  'WORKOUT_WINDOW_CRON_SECRET',
  'CHAT_CRON_SECRET',
];

/** Which variables open which route. A new route for machines is added here, by what the interface promises of it. */
const OPENED_BY: Record<string, CronSecretName[]> = {
  'POST /api/workout-window/cron/generate-chains': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/cron/reminders': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/cron/end-of-day': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/cron/ai-checkins': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/battle/cron/generate-weekly': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/battle/execute/:weekStartDate': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/workout-window/mosaic/generate/:date': ['WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/chat/cron/analyze-notes': ['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/encouragement-drops/cron/generate-daily-drops': DROPS,
  'POST /api/encouragement-drops/cron/process-engagement': DROPS,
  'POST /api/drops/cron/award-monthly-all': ['DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/music/sync-all': ['MUSIC_SYNC_CRON_SECRET'],
  'POST /api/email/cron/weekly-digest': ['CRON_SECRET', 'CHAT_CRON_SECRET'],
  'POST /api/lab/cron/process-step-prompts': ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/lab/recompute-competitions': ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET', 'CRON_SECRET'],
  'POST /api/cron/notify-due-goals': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/apply-retention': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/fold-messages': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/fold-names': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/fold-entries': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/make-partitions': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/build-exports': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/erase-accounts': ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'POST /api/cron/lab/sponsor-outreach-digest': ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET', 'CRON_SECRET'],
};

const app = await startTestApp();
const scenario = await createScenario(app);
const { owner, 'super admin': superAdmin } = scenario.people;

const all = await nodeWith(SECRETS);
const none = await nodeWith({});
const only = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await nodeWith({ [name]: SECRETS[name] })] as const)),
);

const machineRoutes = app.routes
  .filter(({ audience }) => audience.endsWith('machine'))
  .map(({ audience, method, path, config }) => ({
    name: `${method} ${path}`,
    path,
    audience,
    secretsOf: config.secretsOf,
  }));

/** The same service with these secrets configured, and no others. */
async function nodeWith(secrets: Partial<Record<CronSecretName, string>>): Promise<TestApp['call']> {
  const cronSecrets = Object.fromEntries(NAMES.map((name) => [name, secrets[name] ?? null])) as Config['cronSecrets'];
  const { server } = createApp({ ...app.deps, config: { ...app.deps.config, cronSecrets } }, { congestionSample: 0 });
  await server.ready();
  afterAll(() => server.close());
  return callOn(server);
}

test.each(machineRoutes)('$name has a line in this file that says which variables open it', ({ name, secretsOf }) => {
  expect(OPENED_BY, `Add ${name} to OPENED_BY in test/edge/cron-secrets.soak.test.ts.`).toHaveProperty([name]);
  expect(secretsOf, `${name} names no secrets: give it a config.secretsOf of src/access/cron-secrets.ts.`).toBeTypeOf(
    'string',
  );
});

describe.each(machineRoutes)('$name', ({ name, path, audience }) => {
  const opening = OPENED_BY[name] ?? [];
  const isForPeopleToo = audience === 'super-admin-or-machine';
  let asked: Asked;
  beforeAll(async () => {
    asked = (await ROWS[name]?.ask(scenario)) ?? {};
  });

  const send = async (call: TestApp['call'], headers: Record<string, string>) => {
    const { status, body } = await call(null, 'POST', urlOf(path, asked), asked.body, { ...asked.headers, ...headers });
    return { status, code: body.code };
  };
  const REFUSED = { status: 401, code: 'cron.secret-invalid' };

  test.each(NAMES)('%s, where it is the only one that is configured', async (variable) => {
    const call = only[variable] as TestApp['call'];
    const isAccepted = opening.includes(variable);
    const response = await send(call, { 'x-cron-secret': SECRETS[variable] });
    expect(response).toEqual(isAccepted ? { status: 200, code: undefined } : REFUSED);
    for (const other of NAMES.filter((one) => one !== variable)) {
      expect(await send(call, { 'x-cron-secret': SECRETS[other] })).toEqual(REFUSED);
    }
  });

  test.each(NAMES)('%s, where all of them are configured', async (variable) => {
    const { status } = await send(all, { 'x-cron-secret': SECRETS[variable] });
    expect(status).toBe(opening.includes(variable) ? 200 : 401);
  });

  test('is closed where no secret is configured, whatever is sent', async () => {
    for (const secret of ['', ' ', 'null', 'undefined', 'false', '0', '[]', ...Object.values(SECRETS)]) {
      expect(await send(none, { 'x-cron-secret': secret })).toEqual(REFUSED);
      const asBearer = await send(none, { authorization: `Bearer ${secret}` });
      expect(asBearer.status).toBe(401);
    }
  });

  const [first = 'CRON_SECRET'] = opening;
  const secret = SECRETS[first];
  const others = Object.values(SECRETS).filter((one) => !opening.some((variable) => SECRETS[variable] === one));
  const wrong: [what: string, sent: string][] = [
    ['an empty one', ''],
    ['a wrong one', 'unknown-secret'],
    ['its first letter', secret.slice(0, 1)],
    ['all of it but the last letter', secret.slice(0, -1)],
    ['all of it but the first letter', secret.slice(1)],
    ['it and one letter more', `${secret}s`],
    ['it twice', `${secret}${secret}`],
    ['it twice, with a comma', `${secret},${secret}`],
    ['it in capitals', secret.toUpperCase()],
    ['the name of its variable', first],
    ['somebody’s access token', owner.token],
    ['a super admin’s access token', superAdmin.token],
    ...others.map((other): [string, string] => [`another job’s: ${other}`, other]),
  ];

  test.each(wrong)('refuses %s', async (_what, sent) => {
    expect(await send(all, { 'x-cron-secret': sent })).toEqual(REFUSED);
    // Where people pass, too, a super admin's token counts beside it; elsewhere nothing makes it good.
    const withToken = { 'x-cron-secret': sent, authorization: `Bearer ${superAdmin.token}` };
    const response = await send(all, withToken);
    expect(response).toEqual(isForPeopleToo ? { status: 200, code: undefined } : REFUSED);
    const asBearer = await send(all, { authorization: `Bearer ${sent}` });
    if (!isForPeopleToo) expect(asBearer).toEqual(REFUSED);
    else if (sent === superAdmin.token) expect(asBearer.status).toBe(200);
    else if (sent === owner.token) expect(asBearer).toEqual({ status: 403, code: 'auth.not-super-admin' });
    else expect(asBearer.status).toBe(401);
  });

  test('rejects a request without a secret', async () => {
    const response = await send(all, {});
    expect(response).toEqual(isForPeopleToo ? { status: 401, code: 'auth.token-missing' } : REFUSED);
  });

  test('refuses a secret in the address', async () => {
    for (const parameter of ['x-cron-secret', 'secret', 'authorization', 'access_token']) {
      const url = `${urlOf(path, asked)}?${parameter}=${encodeURIComponent(secret)}`;
      expect((await all(null, 'POST', url, asked.body)).status).toBe(401);
    }
  });

  if (isForPeopleToo) {
    test('takes tokens of people as bearer, and so no secret', async () => {
      const response = await send(all, { authorization: `Bearer ${secret}` });
      expect(response).toEqual({ status: 401, code: 'auth.token-invalid' });
    });
  }
});

describe('A secret as bearer', async () => {
  const secret = 'one-secret-for-all';
  const call = await nodeWith(Object.fromEntries(NAMES.map((name) => [name, secret])));
  const bearer = { authorization: `Bearer ${secret}` };

  const OPENED = ['POST /api/cron/lab/recompute-competitions', 'POST /api/cron/lab/sponsor-outreach-digest'];

  test.each(machineRoutes)('opens $name, if it is one of the two that take it', async ({ name, path }) => {
    const asked = (await ROWS[name]?.ask(scenario)) ?? {};
    const url = urlOf(path, asked);
    const response = await call(null, 'POST', url, asked.body, { ...asked.headers, ...bearer });
    expect(response.status, response.text).toBe(OPENED.includes(name) ? 200 : 401);
    expect((await call(null, 'POST', url, asked.body, { ...asked.headers, authorization: secret })).status).toBe(401);
  });

  test.each(OPENED)('opens %s also beside a wrong one in the header of its own', async (name) => {
    const { path = '' } = machineRoutes.find((route) => route.name === name) ?? {};
    const asked = (await ROWS[name]?.ask(scenario)) ?? {};
    const headers = { ...asked.headers, ...bearer, 'x-cron-secret': 'unknown-secret' };
    expect((await call(null, 'POST', urlOf(path, asked), asked.body, headers)).status).toBe(200);
  });

  test('and opens no route of people', async () => {
    const routes = app.routes.filter(({ audience }) => audience === 'member' || audience.startsWith('super-admin'));
    expect(routes.length).toBeGreaterThan(100);
    for (const { method, path } of routes) {
      const { status, body } = await call(null, method as 'GET', path, undefined, bearer);
      expect([method, path, status, body.code]).toEqual([method, path, 401, 'auth.token-invalid']);
    }
  });

  test('nor does one in the header of its own', async () => {
    const routes = app.routes.filter(({ audience }) => audience === 'member' || audience === 'super-admin');
    for (const { method, path } of routes) {
      const { status } = await call(null, method as 'GET', path, undefined, { 'x-cron-secret': secret });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });
});

test('S19: wrong guesses are counted against their address, in whichever header they come; the right secret passes', async () => {
  const limited = await startTestApp({
    environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '10', CRON_SECRET: SECRETS.CRON_SECRET },
  });
  const path = '/api/cron/lab/recompute-competitions';
  const attempt = async (headers: Record<string, string>) =>
    (await limited.server.inject({ method: 'POST', url: path, headers, remoteAddress: '192.0.2.1' })).statusCode;
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const secret = `guess-number-${guess}`;
    statuses.push(await attempt(guess % 2 === 0 ? { 'x-cron-secret': secret } : { authorization: `Bearer ${secret}` }));
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await attempt({ 'x-cron-secret': SECRETS.CRON_SECRET })).toBe(200);
});
