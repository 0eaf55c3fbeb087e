import { expect, test } from 'vitest';
import { createTestServer } from '../test-server.ts';
import { createUntrustedProxies } from './untrusted-proxies.ts';

async function listAfter(remoteAddress: string, headers: Record<string, string>, trusted: string[] = []) {
  const { server } = createTestServer((scope) => {
    scope.get('/', async () => ({}));
  });
  const proxies = createUntrustedProxies(trusted);
  proxies.watch(server);
  for (let request = 0; request < 2; request += 1) {
    await server.inject({ method: 'GET', url: '/', remoteAddress, headers });
  }
  await server.close();
  return proxies.list();
}

const FORWARDED = { 'x-forwarded-for': '8.8.8.8' };

test.each([
  ['10.0.0.7', FORWARDED, ['10.0.0.7']],
  ['127.0.0.1', { forwarded: 'for=8.8.8.8' }, ['127.0.0.1']],
  ['::ffff:10.0.0.7', FORWARDED, ['10.0.0.7']],
  ['fd00::7', { 'x-real-ip': '8.8.8.8' }, ['fd00:0:0:0::/64']],
  ['10.0.0.7', {}, []],
  // A public client can write what it likes.
  ['8.8.4.4', FORWARDED, []],
  ['::ffff:8.8.4.4', FORWARDED, []],
  ['2606:4700::1', FORWARDED, []],
])('a request from %s with %j tells of %j', async (address, headers, expected) => {
  expect(await listAfter(address, headers as Record<string, string>)).toEqual(expected);
});

test.each(['10.0.0.7', '::ffff:10.0.0.7', 'fd00::7'])('a trusted proxy at %s is no news', async (address) => {
  expect(await listAfter(address, FORWARDED, ['10.0.0.0/8', 'fd00::/8'])).toEqual([]);
});
