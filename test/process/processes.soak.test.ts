import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findDatabase } from './crash-rounds.ts';
import { beginRequests, PATIENT_DATABASE, refusesConnections } from './requests.ts';
import { buildService, type Program, prepareEnvironment, runProgram } from './service.ts';

const build = await buildService();
afterAll(build.delete);

type Line = { msg: string; node: string; event?: string; process?: number; pid?: number; route?: string };

const linesOf = (service: Program): Line[] =>
  service
    .printed()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));

/** Returns the ids of all processes that have served, by number. */
function pidsOf(service: Program): Map<number, number[]> {
  const pids = new Map<number, number[]>();
  for (const { event, process: number = 0, pid = 0 } of linesOf(service)) {
    if (event === 'process.started') pids.set(number, [...(pids.get(number) ?? []), pid]);
  }
  return pids;
}

const lastPid = (service: Program, number: number): number =>
  pidsOf(service).get(number)?.at(-1) ?? expect.fail(`process ${number} has not started: ${service.printed()}`);

/** Returns whether a process runs. A zombie does not. */
async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat !== null && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

async function endOfAll(service: Program): Promise<void> {
  const pids = [...pidsOf(service).values()].flat();
  const living = async () => (await Promise.all(pids.map(lives))).filter(Boolean).length;
  await expect.poll(living).toBe(0);
}

/** Sends a request over a new connection. Returns the status, or the code of the error. */
function ask(address: string, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false, maxSockets: 1 });
    request(`${address}${path}`, { agent, timeout: 10_000 })
      .on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
      .on('timeout', () => resolve('no response'))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
}

async function startService(more: Record<string, string> = {}) {
  const place = await prepareEnvironment({ PROCESSES: '2', RATE_LIMIT: 'off', ...PATIENT_DATABASE, ...more });
  const service = runProgram(build.main, place.environment);
  onTestFinished(async () => {
    if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGINT');
    await service.ended;
    await place.delete();
  });
  await service.waitFor('Meadow is running.');
  // Log lines are written in batches, after the printed lines.
  await expect.poll(() => pidsOf(service).size).toBe(2);
  return { ...place, service };
}

async function signUp(address: string): Promise<string> {
  const body = JSON.stringify({ name: 'Ada', email: 'ada@people.test', password: 'a long password' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/auth/sign-up/email`, { method: 'POST', headers, body });
  const { token: session } = (await response.json()) as { token: string };
  const reply = await fetch(`${address}/auth/token`, { headers: { authorization: `Bearer ${session}` } });
  return ((await reply.json()) as { token: string }).token;
}

describe('several processes', () => {
  test('start once, serve one port, and report common metrics', async () => {
    const { service, address } = await startService({ NODE_NAME: 'test' });
    for (const once of ['Meadow is running.', 'Processes 2', '/welcome#', '"migrated"']) {
      expect(service.printed().split(once)).toHaveLength(2);
    }
    for (let round = 0; round < 10; round += 1) expect(await ask(address, '/health')).toBe(200);
    const processes = () => linesOf(service).flatMap(({ msg, node }) => (msg === 'request' ? [node] : []));
    await expect.poll(() => processes().length).toBe(10);
    expect(new Set(processes())).toEqual(new Set(['test-1', 'test-2']));

    const metrics = async () => (await fetch(`${address}/metrics`)).text();
    const count = async () =>
      Number(/_count\{method="GET",route="\/health",status="200"\} (\d+)/.exec(await metrics())?.[1]);
    // A process that is busy for a second counts with its last report.
    await expect.poll(count).toBe(10);
    process.kill(lastPid(service, 1), 'SIGKILL');
    await expect.poll(() => pidsOf(service).get(1)?.length, { timeout: 60_000 }).toBe(2);
    expect(await count()).toBe(10);
  });

  test('keep serving while a killed one is restarted; no connection hangs', async () => {
    const { service, address } = await startService();
    const killed = lastPid(service, 2);
    const results: (number | string)[] = [];
    const askInTurn = async () => {
      while (results.length < 400) {
        results.push(await ask(address, '/health/ready'));
        if (results.length === 100) process.kill(killed, 'SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 10 }, askInTurn));
    // These are the connections that it had, and the one that was being handed over.
    const lost = results.filter((result) => result !== 200);
    expect(lost.filter((result) => result !== 'ECONNRESET')).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(10);
    await expect.poll(() => pidsOf(service).get(2)?.length, { timeout: 60_000 }).toBe(2);
    expect(await lives(lastPid(service, 1))).toBe(true);
    expect(pidsOf(service).get(1)).toHaveLength(1);
  });

  test('drain together after SIGTERM: requests in flight are completed, then the database stops', async () => {
    // A busy machine must be able to send one request during the drain.
    const drainSeconds = 15;
    const place = await startService({ DRAIN_SECONDS: String(drainSeconds) });
    const { service, address, dataDirectory } = place;
    const inFlight = await beginRequests(place, await signUp(address), 4);
    const signalledAt = performance.now();
    service.child.kill('SIGTERM');
    await service.waitFor('"stopping"');
    await expect.poll(() => ask(address, '/health/ready')).toBe(503);
    // They finish during the drain. After it they would have eight seconds, and a busy machine may need those to refuse a connection.
    for (const reply of await inFlight.finish()) expect(reply).toMatch(/^HTTP\/1.1 200 .*"full_name":"In Flight"/s);
    await refusesConnections(address);
    expect(performance.now() - signalledAt).toBeGreaterThan(1_000 * drainSeconds - 100);
    expect(await service.ended).toBe(0);
    await endOfAll(service);
    expect(await findDatabase(dataDirectory)).toBeNull();
    expect(linesOf(service).filter(({ event }) => event === 'process.ended')).toEqual([]);
  });

  test('keep serving after SIGHUP, which systemd sends to all', async () => {
    const { service, address } = await startService();
    for (const pid of [...pidsOf(service).values()].flat()) process.kill(pid, 'SIGHUP');
    service.child.kill('SIGHUP');
    await service.waitFor('"signal":"SIGHUP"');
    expect(await ask(address, '/health/ready')).toBe(200);
    expect(linesOf(service).filter(({ event }) => event === 'process.ended')).toEqual([]);
  });

  test('leave the stop to their parent, if a terminal sends Ctrl-C to all', async () => {
    const place = await startService();
    const { service, address, dataDirectory } = place;
    const inFlight = await beginRequests(place, await signUp(address));
    for (const pid of [...pidsOf(service).values()].flat()) process.kill(pid, 'SIGINT');
    service.child.kill('SIGINT');
    await service.waitFor('"stopping"');
    expect(await inFlight.finish()).toEqual([expect.stringMatching(/^HTTP\/1.1 200 /)]);
    await refusesConnections(address);
    expect(await service.ended).toBe(0);
    expect(await findDatabase(dataDirectory)).toBeNull();
  });

  test('end at once after a second signal, and the database stops', async () => {
    const place = await startService();
    const { service, address, dataDirectory } = place;
    await beginRequests(place, await signUp(address));
    service.child.kill('SIGTERM');
    await service.waitFor('"stopping"');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    await endOfAll(service);
    expect(await findDatabase(dataDirectory)).toBeNull();
  });

  test('end with a killed parent, and the next start takes over the database', async () => {
    const { service, environment } = await startService();
    service.child.kill('SIGKILL');
    expect(await service.ended).toBe('SIGKILL');
    await endOfAll(service);
    const next = runProgram(build.main, environment);
    await next.waitFor('Meadow is running.');
    expect(next.printed()).toContain('took over the database of a process that was killed');
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  });
});

/** Listens on a port as soon as it is free. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer();
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true));
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1');
    });
    if (isListening) return server;
  }
}

describe('a start of several processes that fails', () => {
  test.each([
    ['a port that is taken', {}, 'PORT: another program listens on'],
    ['an address of another machine', { HOST: '192.0.2.1' }, 'HOST: 192.0.2.1 is not an IP address of this machine'],
    ['no number', { PROCESSES: 'many' }, '- PROCESSES must be auto, or a whole number'],
  ])('prints one error and ends with 1: %s', async (_what, more, message) => {
    const place = await prepareEnvironment({ PROCESSES: '2', ...more });
    onTestFinished(place.delete);
    const taken = await takePort(Number(place.environment.PORT));
    onTestFinished(() => void taken.close());
    const service = runProgram(build.main, place.environment);
    expect(await service.ended).toBe(1);
    expect(service.printed().split('Meadow cannot run.')).toHaveLength(2);
    expect(service.printed().split(message)).toHaveLength(2);
    expect(await findDatabase(place.dataDirectory)).toBeNull();
  });

  test('ends when no process can be started any more', async () => {
    const { service, environment, dataDirectory } = await startService();
    for (const number of [1, 2]) process.kill(lastPid(service, number), 'SIGKILL');
    const taken = await takePort(Number(environment.PORT));
    onTestFinished(() => void taken.close());
    expect(await service.ended).toBe(1);
    expect(service.printed()).toMatch(/No process runs, and process \d has failed to start 5 times.*\n.*PORT: another/);
    expect(await findDatabase(dataDirectory)).toBeNull();
  });
});
