import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildService, prepareEnvironment, runProgram } from '../process/service.ts';
import { startTestIssuer } from '../servers/issuer.ts';

/** Room for a new database and its log, with some to spare. */
const DISK_MEGABYTES = 260;
const FIRST_WRITES = 30;
/** After so many refusals the disk counts as full. */
const MAX_REFUSED = 20;
const MAX_WRITES = 3_000;

const build = await buildService();
const issuer = await startTestIssuer();
const place = await prepareEnvironment({
  AUTH_ISSUER: issuer.issuer,
  AUTH_JWKS_URL: issuer.jwksUrl,
  AUTH_AUDIENCE: issuer.audience,
  RATE_LIMIT: 'off',
  TEXT_BYTES_PER_DAY: '999999999',
  LOG_LEVEL: 'warn',
});
// A disk of its own. Where it cannot be mounted, this fails: a full disk that is not real shows nothing.
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'meadow', place.dataDirectory]);
const service = runProgram(build.main, place.environment);

afterAll(async () => {
  if (service.child.exitCode === null) service.child.kill('SIGINT');
  await service.ended;
  execFileSync('umount', [place.dataDirectory]);
  await Promise.all([place.delete(), build.delete(), issuer.close()]);
});

type Write = { key: string; content: string };

test('a full disk refuses writes and says so, loses and doubles none, and takes them when it has room', async () => {
  await service.waitFor('Meadow is running.');
  const token = await issuer.sign(randomUUID(), new Date(), { exp: Math.floor(Date.now() / 1_000) + 24 * 3_600 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async ({ key, content }: Write) => {
    const response = await fetch(`${place.address}/api/journal`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify({ title: 'Until it is full', content }),
    });
    const { code } = (await response.json()) as { code?: string };
    return { status: response.status, code };
  };
  // Random, so that the database cannot compress it.
  const newWrite = (): Write => ({ key: randomUUID(), content: randomBytes(15_000).toString('base64') });

  const acknowledged: Write[] = [];
  for (let count = 0; count < FIRST_WRITES; count += 1) {
    const write = newWrite();
    expect((await send(write)).status).toBe(201);
    acknowledged.push(write);
  }

  const filler = join(place.dataDirectory, 'filler');
  fill(filler);
  const refused: Write[] = [];
  for (let count = 0; count < MAX_WRITES && refused.length < MAX_REFUSED; count += 1) {
    const write = newWrite();
    const { status, code } = await send(write);
    if (status === 201) acknowledged.push(write);
    else {
      expect([status, code]).toEqual([503, 'server.out-of-space']);
      refused.push(write);
      // What the database gave back meanwhile is taken as well.
      fill(filler);
    }
  }
  expect(refused).toHaveLength(MAX_REFUSED);
  expect((await fetch(`${place.address}/health`)).status).toBe(200);
  expect((await fetch(`${place.address}/api/journal?limit=1`, { headers })).status).toBe(200);

  rmSync(filler);
  for (const write of refused) {
    await expect.poll(async () => (await send(write)).status).toBe(201);
    // A client that does not know the answer asks again.
    expect((await send(write)).status).toBe(201);
  }
  for (const write of acknowledged.slice(-5)) expect((await send(write)).status).toBe(201);

  const sent = [...acknowledged, ...refused].map(({ content }) => content);
  const stored = await readContents(headers);
  expect({
    acknowledged: sent.length,
    stored: stored.length,
    lost: missing(sent, stored),
    doubled: repeated(stored),
  }).toEqual({ acknowledged: sent.length, stored: sent.length, lost: 0, doubled: 0 });
});

/** Writes until not one byte more fits. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const size of [1024 * 1024, 4_096, 1]) {
      for (let isFull = false; !isFull; ) isFull = !append(file, size);
    }
  } finally {
    closeSync(file);
  }
}

function append(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size, 1)) === size;
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    return false;
  }
}

async function readContents(headers: Record<string, string>): Promise<string[]> {
  const contents: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response: Response = await fetch(`${place.address}/api/journal?limit=100${query}`, { headers });
    expect(response.status).toBe(200);
    const page = (await response.json()) as { entries: { content: string }[]; next_cursor: string | null };
    contents.push(...page.entries.map(({ content }) => content));
    cursor = page.next_cursor;
  }
  return contents;
}

const missing = (sent: readonly string[], stored: readonly string[]) => {
  const found = new Set(stored);
  return sent.filter((content) => !found.has(content)).length;
};

const repeated = (stored: readonly string[]) => stored.length - new Set(stored).size;
