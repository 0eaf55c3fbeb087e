import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { listenOnLoopback, openSocket } from '#test/edge/raw-http.ts';
import { declareErrors } from '../errors.ts';
import { createTestServer } from './test-server.ts';

const errors = declareErrors({
  refused: { status: 409, code: 'test.refused', message: 'It is refused. Do something else.' },
  away: { status: 503, code: 'test.away', message: 'It is away. Come back.' },
});

let toThrow: unknown;
let arrived = 0;
const { server, logged } = createTestServer((scope) => {
  scope.get('/throw', async () => {
    throw toThrow;
  });
  const onRequest = async () => {
    arrived += 1;
  };
  scope.post('/read', { onRequest }, async () => ({}));
});
await server.ready();

const database = new pg.Client({ connectionString: inject('clusterUrl') });
await database.connect();
await database.query("create temporary table note (id int primary key, text varchar(30) check (text <> 'bad'))");
await database.query("insert into note values (1, 'one')");
afterAll(async () => {
  await Promise.all([server.close(), database.end()]);
});

async function responseTo(error: unknown) {
  toThrow = error;
  const response = await server.inject({ method: 'GET', url: '/throw' });
  return { status: response.statusCode, headers: response.headers, body: response.json(), text: response.body };
}

/** What PostgreSQL itself throws over this statement. */
async function databaseErrorOf(statement: string): Promise<unknown> {
  try {
    await database.query(statement);
  } catch (error) {
    return error;
  }
  throw new Error(`PostgreSQL accepted: ${statement}`);
}

test('a client that hangs up in the middle of its body leaves no error in the log', async () => {
  const port = await listenOnLoopback(server);
  const cut = new Promise((resolve) => server.server.once('connection', (one) => one.once('close', resolve)));
  const socket = await openSocket(port);
  socket.write('POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await expect.poll(() => arrived).toBe(1);
  socket.destroy();
  await cut;
  // When another request is complete, this one has been processed.
  await responseTo(errors.refused());
  expect(logged()).not.toContain('request failed');
});

describe('a declared refusal', () => {
  test('keeps its status, code and words', async () => {
    const { status, headers, body } = await responseTo(errors.refused());
    expect(status).toBe(409);
    expect(body).toEqual({
      error: 'It is refused. Do something else.',
      code: 'test.refused',
      request_id: headers['x-request-id'],
    });
    expect(headers['retry-after']).toBeUndefined();
  });

  test('keeps its details', async () => {
    const details = [{ path: 'body.a', message: 'is wrong' }];
    expect((await responseTo(errors.refused({ details }))).body.details).toEqual(details);
  });

  test('that is a 503 says when to come back', async () => {
    const { status, headers } = await responseTo(errors.away());
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('anything unexpected', () => {
  test.each([
    ['an error', new Error('canary-secret in a message')],
    ['an error with a cause', new Error('outer', { cause: new Error('canary-secret below') })],
    ['an error with a status of its own', Object.assign(new Error('canary-secret'), { statusCode: 500 })],
    ['an error with a strange code', Object.assign(new Error('canary-secret'), { code: 'ENOENT' })],
    ['a text', 'canary-secret'],
    ['nothing at all', undefined],
    ['null', null],
    ['an object', { message: 'canary-secret' }],
  ])('becomes a bland 500: %s', async (_what, error) => {
    const { status, headers, body, text } = await responseTo(error);
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'Something went wrong on our side. Try again, and quote the request id if it happens again.',
      code: 'server.unexpected',
      request_id: headers['x-request-id'],
    });
    expect(text).not.toContain('canary');
  });

  test('is logged with its stack and the request id', async () => {
    const { body } = await responseTo(new Error('the reason'));
    const line = logged()
      .split('\n')
      .find((text) => text.includes(body.request_id) && text.includes('request failed'));
    expect(line).toContain('the reason');
    expect(line).toContain('error-handler.test.ts');
  });
});

describe('an error of PostgreSQL', () => {
  test.each([
    ['22P02', "select 'canary'::uuid"],
    ['22008', "select '2026-02-30'::date"],
    ['22003', 'select 3000000000::int8::int4'],
    ['22001', "insert into note values (2, repeat('canary', 20))"],
    ['22012', 'select 1 / 0'],
    ['23505', "insert into note values (1, 'canary')"],
    ['23514', "insert into note values (2, 'bad')"],
    ['23502', 'insert into note values (null)'],
  ])('about a value, %s, is a 400 that tells nothing of the database', async (code, statement) => {
    const error = await databaseErrorOf(statement);
    expect(error).toMatchObject({ code });
    const { status, body, text } = await responseTo(error);
    expect(status).toBe(400);
    expect(body.code).toBe('request.unacceptable-value');
    expect(text).not.toMatch(/canary|note|uuid|integer|constraint|select|insert/i);
  });

  test('about a time limit, 57014, is a 503 that says when to come back', async () => {
    // The limit goes with the transaction, or it would be that of the statement, too, which takes it back.
    await database.query(`begin; set local statement_timeout = '5ms'`);
    const error = await databaseErrorOf('select pg_sleep(5)');
    await database.query('rollback');
    expect(error).toMatchObject({ code: '57014' });
    const { status, headers, body } = await responseTo(error);
    expect([status, body.code]).toEqual([503, 'server.busy']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '08001',
    '08006',
    '40001',
    '40P01',
    '53300',
    '55P03',
    '57P01',
    '57P03',
    '28P01',
    '3D000',
    '25P03',
  ])('that passes, %s, is a 503 too', async (code) => {
    const { status, headers } = await responseTo(Object.assign(new Error('away'), { code }));
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('about a primary that has become read-only, 25006, says that everything can be read', async () => {
    await database.query('begin read only');
    const readOnly = await databaseErrorOf('create table x ()');
    await database.query('rollback');
    expect(readOnly).toMatchObject({ code: '25006' });
    const { status, headers, body } = await responseTo(readOnly);
    expect([status, body.code]).toEqual([503, 'server.read-only']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each(['53100', 'ENOSPC', 'EDQUOT'])('about a full disk, %s, says so, and the log has the code', async (code) => {
    const { status, headers, body } = await responseTo(Object.assign(new Error('canary: No space left'), { code }));
    expect([status, body.code]).toEqual([503, 'server.out-of-space']);
    expect(body.error).toContain('no space left');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(logged()).toContain(code);
  });

  test('about our own statement, 42703, is a 500 whose log keeps the code and no value', async () => {
    const { status, body, text } = await responseTo(await databaseErrorOf('select "canary-column"'));
    expect([status, body.code]).toEqual([500, 'server.unexpected']);
    expect(text).not.toContain('canary');
    expect(logged()).toContain('42703');
    expect(logged()).not.toContain('canary-column');
  });
});
