import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../free-port.ts';
import { formOf } from '../../multipart.ts';
import { plainPicture } from '../../pictures.ts';
import { buildImage, ignoring } from './build.ts';
import { type Container, createVolume, startContainer } from './container.ts';

const MAX_START_MS = 120_000;

describe('the image of Dockerfile', async () => {
  const image = await buildImage();
  const volume = await createVolume(image);
  const [port, probePort] = [String(await findFreePort()), String(await findFreePort())];
  const start = () => startContainer(image, volume.folder, { PORT: port, PROBE_PORT: probePort, DRAIN_SECONDS: '10' });
  let container: Container;
  afterAll(async () => {
    await container?.kill();
    await volume.delete();
    await image.delete();
  });

  const address = `http://127.0.0.1:${port}`;
  const account = { email: 'ada@people.test', password: 'a-long-password' };
  const post = async (path: string, body: unknown, token?: string) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const signIn = async (path: string): Promise<string> => {
    const { body } = await post(path, { name: 'Ada', ...account });
    const response = await fetch(`${address}/auth/token`, { headers: { authorization: `Bearer ${body.token}` } });
    return ((await response.json()) as { token: string }).token;
  };

  test('holds the program and nothing else', async () => {
    const inside = (...path: string[]) => join(image.rootFolder, 'app', ...path);
    for (const path of ['dist/main.js', 'dist/web/index.html', 'node_modules/sharp', 'migrations']) {
      expect(existsSync(inside(path)), path).toBe(true);
    }
    for (const path of ['src', 'test', 'web', '.git', '.env', 'data', 'node_modules/vite', 'node_modules/typescript']) {
      expect(existsSync(inside(path)), path).toBe(false);
    }
    expect((await stat(inside('dist', 'main.js'))).uid).toBe(0);
  });

  test('becomes healthy on a root folder that cannot be written, as a user without rights', async () => {
    container = await start();
    await untilHealthy(container, image.settings.healthCommand);
    await expect(container.exec(['touch', '/app/file'])).rejects.toThrow('Read-only file system');
    expect(await container.exec(['id', '--user'])).toBe('1000\n');
    expect(await container.exec(['meadow', 'doctor'])).toContain('0 failed.');
  });

  test('stores an entry and a photo, which its native code reads', async () => {
    const token = await signIn('/auth/sign-up/email');
    expect((await post('/api/journal', { title: 'Fog', content: 'Grey.' }, token)).status).toBe(201);
    const photo = await formOf({ file: await plainPicture({ width: 600, height: 400 }).png().toBuffer() });
    const headers = { ...photo.headers, authorization: `Bearer ${token}` };
    const stored = await fetch(`${address}/api/media`, { method: 'POST', headers, body: new Uint8Array(photo.body) });
    expect(stored.status).toBe(201);
  });

  test('has them after a kill and a start in another container, in which numbers of processes begin anew', async () => {
    await container.kill();
    container = await start();
    await untilHealthy(container, image.settings.healthCommand);
    const token = await signIn('/auth/sign-in/email');
    const list = await fetch(`${address}/api/journal?scope=mine`, { headers: { authorization: `Bearer ${token}` } });
    expect(await list.json()).toMatchObject({ entries: [{ title: 'Fog' }] });
  });

  test('is unhealthy once it drains, and ends with 0 at its stop signal', async () => {
    expect(image.settings.stopSignal).toBe('SIGTERM');
    let isOver = false;
    const ended = container.stop().finally(() => {
      isOver = true;
    });
    while (await isHealthy(container, image.settings.healthCommand)) await delay(100);
    expect(isOver).toBe(false);
    expect(await ended).toBe(0);
    expect(container.printed()).toContain('"stopped"');
  });
});

test('.dockerignore: the last pattern that names a file or one of its folders decides', () => {
  const isIgnored = ignoring('# all\n*\n!src\n**/*.test.ts\n**/dist\n');
  const ignored = ['.env', 'data/key', 'src/a.test.ts', 'src/deep/er/b.test.ts', 'src/dist/c.js', 'srcs'];
  expect([...ignored, 'src/a.ts', 'src/deep/b.ts'].filter(isIgnored)).toEqual(ignored);
});

async function untilHealthy(container: Container, healthCommand: readonly string[]): Promise<void> {
  const deadline = performance.now() + MAX_START_MS;
  while (!(await isHealthy(container, healthCommand))) {
    if (performance.now() > deadline) throw new Error(`The container does not become healthy:\n${container.printed()}`);
    await delay(500);
  }
}

const isHealthy = (container: Container, healthCommand: readonly string[]): Promise<boolean> =>
  container.exec(healthCommand).then(
    () => true,
    () => false,
  );
