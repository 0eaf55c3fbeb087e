import { describe, expect, test } from 'vitest';
import { declareErrors } from '../errors.ts';
import type { Routes } from './guarded-routes.ts';
import { createTestServer } from './test-server.ts';

const errors = declareErrors({
  tooMany: { status: 429, code: 'test.too-many', message: 'Wait.' },
  refused: { status: 403, code: 'test.forbidden', message: 'No.' },
});

const routes: Routes = (scope) => {
  scope.get('/words/:word', async () => ({ text: 'hello' }));
  scope.get('/too-many', async () => {
    throw errors.tooMany();
  });
  scope.get('/assets/:name', { config: { isAsset: true } }, async (request) => {
    if ((request.params as { name: string }).name === 'missing') throw errors.refused();
    return { text: 'hello' };
  });
  scope.get('/refused', async () => {
    throw errors.refused();
  });
};
const { server, logged } = createTestServer(routes);

async function lineOf(url: string, remoteAddress: string) {
  const { rawPayload } = await server.inject({ url, remoteAddress });
  const line = JSON.parse(logged().trimEnd().split('\n').at(-1) ?? '');
  expect(line).toMatchObject({ msg: 'request', bytes: rawPayload.length });
  return line;
}

describe('The line of a request', () => {
  test('has the size of the response, and neither values of the URL nor the address of the client', async () => {
    const line = await lineOf('/words/canary-word', '192.0.2.1');
    expect(line).toMatchObject({ route: '/words/:word', status: 200 });
    expect(line).not.toHaveProperty('code');
    expect(JSON.stringify(line)).not.toMatch(/canary|192\.0\.2/);
  });

  test.each([
    ['/words/one', 'info'],
    ['/assets/one', 'debug'],
    ['/assets/missing', 'info'],
  ])('of %s has the level %s', async (url, level) => {
    expect(await lineOf(url, '192.0.2.1')).toMatchObject({ level });
  });

  test.each([
    ['/refused', 403, 'test.forbidden'],
    ['/nowhere', 404, 'route.unknown'],
  ])('has the code of the error at %s, without the client', async (url, status, code) => {
    const line = await lineOf(url, '192.0.2.1');
    expect(line).toMatchObject({ status, code });
    expect(line).not.toHaveProperty('client');
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('has the network of %s if a limit refused the request', async (address, client) => {
    expect(await lineOf('/too-many', address)).toMatchObject({ status: 429, code: 'test.too-many', client });
  });
});
