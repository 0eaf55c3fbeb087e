import { afterAll, describe, expect, test } from 'vitest';
import { type Asked, type Caller, type Row, urlOf } from '../access-matrix/matrix.ts';
import { ROWS } from '../access-matrix/rows.ts';
import { createScenario } from '../access-matrix/scenario.ts';
import { dereference } from '../fuzz/dereference.ts';
import { formOf } from '../multipart.ts';
import { startTestApp, type TestResponse } from '../start-test-app.ts';
import { ENDPOINTS, type Endpoint, type Wrong } from './endpoints.ts';

/*
 * Tests each promised endpoint: it exists, it rejects callers without permission, it returns an error code for invalid requests, and its
 * response to a valid request has the declared schema (the test app checks each response). The valid requests are those of the access
 * matrix.
 */

const COUNT = 145;
const SECRET = 'secret-of-the-spring';

const app = await startTestApp({
  environment: {
    AI_CALLS_PER_DAY: '999999999',
    WORKOUT_WINDOW_CRON_SECRET: SECRET,
    MUSIC_SYNC_CRON_SECRET: SECRET,
  },
});
const scenario = await createScenario(app);
const { paths: described } = dereference(app.server.swagger()) as { paths: Record<string, Record<string, Operation>> };
type Operation = { responses?: Record<string, { content?: Record<string, { schema?: object }> }> };

let kept = 0;
afterAll(() => {
  process.stdout.write(`\ncontract: ${kept} of ${ENDPOINTS.length}\n`);
});

test(`there are ${COUNT} endpoints, each once`, () => {
  expect(new Set(ENDPOINTS.map(shapeOf)).size).toBe(COUNT);
  expect(ENDPOINTS).toHaveLength(COUNT);
});

describe.each(ENDPOINTS)('$method $path', (endpoint) => {
  test(`for ${endpoint.who}`, async () => {
    const route = app.routes.find((one) => shapeOf(one) === shapeOf(endpoint));
    if (route === undefined) throw new Error('The route is not registered.');
    const name = `${route.method} ${route.path}`;
    const row = ROWS[name];
    if (row === undefined) throw new Error(`The access matrix has no row for ${name}.`);
    const { who } = endpoint;
    const asked = await row.ask(scenario);
    const isForMachines = who.endsWith('machine');
    const allowed = { ...asked, headers: { ...asked.headers, ...(isForMachines && { 'x-cron-secret': SECRET }) } };
    const send = (caller: Caller, request: Asked): Promise<TestResponse> => {
      const person = caller === 'anonymous' ? null : scenario.people[caller];
      return app.call(person, endpoint.method, urlOf(route.path, request), request.body, request.headers);
    };

    for (const { caller, headers, refusal } of refusalsOf(endpoint, row)) {
      const response = await send(caller, { ...asked, headers: { ...asked.headers, ...headers } });
      expect({ caller, status: response.status, code: response.body.code }).toEqual({ caller, ...refusal });
    }
    const caller = isForMachines ? 'anonymous' : callerWhoMay(row);
    for (const wrong of endpoint.wrong) {
      const response = await send(caller, await brokenBy(wrong, allowed));
      expect({ wrong, status: response.status, body: response.body }).toEqual({
        wrong,
        status: 400,
        body: expect.objectContaining({
          error: expect.any(String),
          code: expect.stringMatching(/^[a-z-]+\.[a-z0-9-]+$/),
        }),
      });
    }

    const { status, text } = await send(caller, allowed);
    expect({ status, text }).toEqual({ status: expect.toSatisfy((number) => number === 200 || number === 201), text });
    const operation = described[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
    const declared = Object.values(operation?.responses?.[status]?.content ?? {});
    expect(declared.map(({ schema }) => Object.keys(schema ?? {}).length > 0)).toEqual([true]);
    kept += 1;
  });
});

/** Returns method and path without the names of parameters. */
function shapeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}

type Refused = {
  caller: Caller;
  headers?: Record<string, string>;
  refusal: { status: number; code: string | ReturnType<typeof expect.any> };
};

/** Returns the callers that are rejected, with the status and code. */
function refusalsOf({ who }: Endpoint, { expected }: Row): Refused[] {
  const signedOut: Refused[] = [
    { caller: 'anonymous', refusal: { status: 401, code: 'auth.token-missing' } },
    { caller: 'bad token', refusal: { status: 401, code: 'auth.token-invalid' } },
  ];
  const notSuperAdmin: Refused[] = (['stranger', 'owner'] as const).map((caller) => ({
    caller,
    refusal: { status: 403, code: 'auth.not-super-admin' },
  }));
  const secretInvalid = { status: 401, code: 'cron.secret-invalid' };
  const wrongSecret: Refused = {
    caller: 'anonymous',
    headers: { 'x-cron-secret': 'secret-of-the-autumn' },
    refusal: secretInvalid,
  };
  switch (who) {
    case 'public':
      return [];
    case 'signed request':
      return [
        {
          caller: 'owner',
          headers: { 'stripe-signature': 't=1,v1=00' },
          refusal: { status: 400, code: 'payment.signature-invalid' },
        },
      ];
    case 'signed in':
      return signedOut;
    case 'in charge':
      expect(expected.stranger).toBe(403);
      return [...signedOut, { caller: 'stranger', refusal: { status: 403, code: expect.any(String) } }];
    case 'super admin':
      return [...signedOut, ...notSuperAdmin];
    case 'machine':
      return [
        wrongSecret,
        ...(['anonymous', 'bad token', 'owner', 'super admin'] as const).map((caller) => ({
          caller,
          refusal: secretInvalid,
        })),
      ];
    case 'super admin or machine':
      return [...signedOut, ...notSuperAdmin, wrongSecret];
  }
}

/** Returns a permitted caller of the access matrix: the owner, if permitted. */
function callerWhoMay({ expected }: Row): Caller {
  const caller = (['owner', 'member', 'stranger', 'super admin'] as const).find((one) => expected[one] < 300);
  if (caller === undefined) throw new Error('The row has no permitted caller.');
  return caller;
}

async function brokenBy({ inPath, query, body, form }: Wrong, asked: Asked): Promise<Asked> {
  if (inPath !== undefined) {
    const [first = '', ...others] = Object.keys(asked.path ?? {});
    expect(others.length).toBeLessThan(2);
    return { ...asked, path: { ...asked.path, [first]: inPath } };
  }
  if (query !== undefined) return { ...asked, query };
  const { 'content-type': _, ...headers } = asked.headers ?? {};
  if (form === undefined) return { ...asked, headers, body };
  const encoded = await formOf(form);
  return { ...asked, body: encoded.body, headers: { ...headers, ...encoded.headers } };
}
