import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';
import { startStubbornProxy } from '../servers/stubborn-proxy.ts';

/** The time from the instant at which connections hang until all requests succeed again. */
const MAX_OUTAGE_MS = 15_000;
const WATCHED_MS = 25_000;

const [build, database] = await Promise.all([buildService(), createTestDatabase(inject('clusterUrl'), 'template0')]);
const proxy = await startStubbornProxy(database.url);
const place = await prepareEnvironment({ DATABASE_URL: proxy.url, RATE_LIMIT: 'off', SCHEDULER: 'on' });
const service = runProgram(build.main, place.environment);
afterAll(async () => {
  service.child.kill('SIGINT');
  await service.ended;
  await Promise.all([place.delete(), build.delete(), database.drop()]);
});
await service.waitFor('Meadow is running.');
const token = await signUp();

async function signUp(): Promise<string> {
  const credentials = { name: 'Ada', email: 'ada@people.test', password: 'a long password' };
  const session = await responseOf('POST', '/auth/sign-up/email', undefined, credentials);
  return (await responseOf('GET', '/auth/token', session.token)).token;
}

async function responseOf(method: string, path: string, bearer?: string, body?: unknown) {
  const response = await send(method, path, bearer, body);
  return (await response.json()) as { token: string };
}

function send(method: string, path: string, bearer?: string, body?: unknown): Promise<Response> {
  return fetch(`${place.address}${path}`, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

type Sample = { path: string; sentAt: number; endedAt: number; status: number; code: string | undefined };

/** Sends requests at an even pace for a while, whatever becomes of the ones before. */
async function sendSteadily(perSecond: number, milliseconds: number): Promise<Sample[]> {
  const samples: Promise<Sample>[] = [];
  const end = performance.now() + milliseconds;
  for (let count = 0; performance.now() < end; count += 1) {
    samples.push(sample(count));
    await delay(1_000 / perSecond);
  }
  return Promise.all(samples);
}

async function sample(count: number): Promise<Sample> {
  const sentAt = performance.now();
  const path = ['/api/journal', '/health/ready', '/api/notebooks'][count % 3] ?? '';
  const write = path === '/api/notebooks' ? { name: 'N' } : undefined;
  const response = await send(write === undefined ? 'GET' : 'POST', path, token, write);
  const body = (await response.json()) as { code?: string; request_id?: string };
  if (response.status >= 400) expect(body.request_id).toEqual(expect.any(String));
  return { path, sentAt, endedAt: performance.now(), status: response.status, code: body.code };
}

test.each([40, 2])(
  'at %i requests a second a node is back within 15 seconds after its connections hung',
  async (rate) => {
    await sendSteadily(rate, 3_000);
    proxy.hang();
    const hungAt = performance.now();
    const samples = await sendSteadily(rate, WATCHED_MS);
    const failed = samples.filter(({ status }) => status >= 400);
    const backAfter = Math.max(0, ...failed.map(({ sentAt }) => sentAt - hungAt));
    const slowest = Math.max(...samples.map(({ sentAt, endedAt }) => endedAt - sentAt));
    const codes = [...new Set(failed.map(({ status, code }) => `${status} ${code}`))].join(', ');
    process.stdout.write(
      `${rate}/s: ${samples.length} requests, ${failed.length} failed (${codes}), the last of them sent after ` +
        `${Math.round(backAfter)} ms; the slowest took ${Math.round(slowest)} ms\n`,
    );
    expect(backAfter).toBeLessThan(MAX_OUTAGE_MS);
    expect(slowest).toBeLessThan(MAX_OUTAGE_MS);
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await send('GET', '/health')).status).toBe(200);
  },
);
