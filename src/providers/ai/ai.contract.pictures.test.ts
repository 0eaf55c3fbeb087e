import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { imageErrors } from '#platform/images/images.errors.ts';
import { createImages } from '#platform/images/images.ts';
import { type SandboxAi, startSandboxAi } from '#sandbox/ai/ai.ts';
import type { SandboxAiBehaviour } from '#sandbox/ai/behaviour.ts';
import { holdTimers } from '#test/held-timers.ts';
import { hugePng, plainPicture } from '#test/pictures.ts';
import { createAi } from './ai.factory.ts';
import type { Ai, AiConfiguration, AiFailure, AiImageRequest } from './ai.ts';

const key = 'key-canary-5b1f';
/** The time limit of a call. A test decides whether it passes. */
const LIMIT_MS = 600_002;
const prompt = 'A joyful morning. prompt-canary-93cc';

let sandbox: SandboxAi;
beforeAll(async () => {
  sandbox = await startSandboxAi();
});
beforeEach(() => sandbox.behave({ mode: 'normal' }));
afterAll(() => sandbox.close());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function aiOf(changes: Partial<AiConfiguration> = {}): Promise<Ai> {
  return createAi({
    apiKey: key,
    baseUrl: sandbox.url,
    textModel: 'a-model',
    imageModel: 'a-painter',
    images: createImages(),
    ...changes,
  });
}

const paint = (ai: Ai, changes: Partial<AiImageRequest> = {}) =>
  ai.generateImage({ userId: 'a person', prompt, quality: 'standard', timeoutMs: LIMIT_MS, ...changes });

async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

/** The sandbox answers with these bytes in place of a picture. */
const showing = (bytes: Uint8Array): SandboxAiBehaviour => ({
  mode: 'answer-with',
  value: { b64_json: Buffer.from(bytes).toString('base64') },
});

describe('a picture', () => {
  test('is a PNG of 1024 by 1024, with the model that made it', async () => {
    const { bytes, usage } = await paint(await aiOf());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    expect(usage).toEqual({ model: 'a-painter' });
  });

  test.each(['standard', 'hd'] as const)('is asked for once, in %s quality, as bytes', async (quality) => {
    const before = sandbox.requests.length;
    await paint(await aiOf(), { quality });
    expect(sandbox.requests.slice(before)).toMatchObject([
      { model: 'a-painter', text: prompt, picture: { size: '1024x1024', quality } },
    ]);
  });

  test('is encoded anew: nothing is left of what else the file held', async () => {
    const exif = { IFD0: { Artist: 'artist-canary-44d0' } };
    const photo = await plainPicture({ width: 1024, height: 1024 }).withExif(exif).jpeg().toBuffer();
    sandbox.behave(showing(photo));
    const { bytes } = await paint(await aiOf());
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('canary');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  test('of another size or kind becomes one of 1024 by 1024', async () => {
    sandbox.behave(showing(await plainPicture({ width: 700, height: 300 }).webp().toBuffer()));
    const { bytes } = await paint(await aiOf());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
  });

  test('may take its time within the time limit', async () => {
    sandbox.behave({ mode: 'slow', delayMs: 30 });
    expect((await paint(await aiOf())).bytes.length).toBeGreaterThan(1_000);
  });

  test('leaves nothing on the console', async () => {
    const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
    await paint(await aiOf());
    sandbox.behave({ mode: 'garbage' });
    await errorOf(paint(await aiOf()));
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  test('is never made without a key', async () => {
    const before = sandbox.requests.length;
    for (const apiKey of [undefined, '']) {
      expect(await errorOf(paint(await aiOf({ apiKey })))).toMatchObject({ code: 'ai.not-configured', status: 500 });
    }
    expect(sandbox.requests.length).toBe(before);
  });
});

const failures: [behaviour: SandboxAiBehaviour, code: string, failure: AiFailure][] = [
  ...[400, 401, 404, 429, 500, 503].map((status): [SandboxAiBehaviour, string, AiFailure] => [
    { mode: 'refuse-with', status, retryAfterSeconds: 60 },
    'ai.unavailable',
    { reason: 'refused', status },
  ]),
  [{ mode: 'refuse-about', words: 'canary', status: 400 }, 'ai.unavailable', { reason: 'refused', status: 400 }],
  [{ mode: 'redirect', location: '/v1/images/generations' }, 'ai.unavailable', { reason: 'not-reachable' }],
  [{ mode: 'reset' }, 'ai.unavailable', { reason: 'not-reachable', networkCode: 'ECONNRESET' }],
  [{ mode: 'hang' }, 'ai.timeout', { reason: 'time-limit' }],
  [{ mode: 'slow', delayMs: 60_000 }, 'ai.timeout', { reason: 'time-limit' }],
  [{ mode: 'stall' }, 'ai.timeout', { reason: 'time-limit' }],
  [{ mode: 'garbage' }, 'ai.bad-response', { reason: 'not-of-the-shape' }],
  [{ mode: 'huge' }, 'ai.bad-response', { reason: 'too-large' }],
  ...[
    { mode: 'answer-with-text' as const, text: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
    { mode: 'answer-with-text' as const, text: 'answer-canary-12de' },
    { mode: 'answer-with-text' as const, text: '' },
    showing(Buffer.from('\x89PNG\r\n\x1a\n<script>answer-canary-12de</script>', 'latin1')),
    ...[
      {},
      null,
      'answer-canary-12de',
      { b64_json: 7 },
      { b64_json: null },
      { b64_json: '%%% answer-canary-12de %%%' },
      { b64_json: 'A' },
      { url: 'answer-canary-12de' },
      { url: 'file:///etc/passwd' },
      { url: 'data:image/png;base64,AAAA' },
      { url: 'http://169.254.169.254/latest/meta-data' },
    ].map((value) => ({ mode: 'answer-with' as const, value })),
  ].map((behaviour): [SandboxAiBehaviour, string, AiFailure] => [
    behaviour,
    'ai.bad-response',
    { reason: 'not-of-the-shape' },
  ]),
];

describe('a failure', () => {
  const named = failures.map((row): [string, ...typeof row] => [JSON.stringify(row[0]).slice(0, 100), ...row]);
  test.each(named)('has a code, comes in time and tells nothing: %s', async (_name, behaviour, code, failure) => {
    sandbox.behave(behaviour);
    const heard: AiFailure[] = [];
    const before = sandbox.requests.length;
    const limit = holdTimers((durationMs) => durationMs === LIMIT_MS);
    const ai = await aiOf({ onFailure: (said) => heard.push(said) });
    const failed = errorOf(paint(ai));
    await expect.poll(() => sandbox.requests.length - before).toBe(1);
    if (code === 'ai.timeout') limit.pass();
    const error = await failed;
    expect(error).toMatchObject({ code, status: code === 'ai.timeout' ? 503 : 502 });
    expect(heard).toEqual([failure]);
    expect(sandbox.requests.length - before).toBe(1);
    const everythingTold = inspect({ error, heard }, { depth: null, showHidden: true, maxStringLength: null });
    expect(everythingTold).not.toMatch(/canary/);
  });

  test('of an answer without a picture has a code', async () => {
    for (const body of ['{"data":[]}', '{}', 'null', '{"data":"x"}']) {
      vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body));
      expect((await errorOf(paint(await aiOf()))).code).toBe('ai.bad-response');
    }
  });

  test('is a picture that is cut off, and one that would unpack to 256 megapixels', async () => {
    const whole = await plainPicture({ width: 1024, height: 1024 }).png().toBuffer();
    for (const bytes of [whole.subarray(0, 400), hugePng({ width: 16_000, height: 16_000 })]) {
      sandbox.behave(showing(bytes));
      expect((await errorOf(paint(await aiOf()))).code).toBe('ai.bad-response');
    }
  });

  test('never requests a URL in the response', async () => {
    const visits: string[] = [];
    const inside = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { port } = inside.address() as AddressInfo;
    for (const url of [`http://127.0.0.1:${port}/inside`, `http://localhost:${port}/`, `${sandbox.url}/picture.png`]) {
      sandbox.behave({ mode: 'answer-with', value: { url } });
      expect((await errorOf(paint(await aiOf()))).code).toBe('ai.bad-response');
    }
    expect(visits).toEqual([]);
    inside.close();
  });

  test('of an answer that is too large cuts the connection before all of it is sent', async () => {
    sandbox.behave({ mode: 'huge' });
    await errorOf(paint(await aiOf()));
    expect(sandbox.requests.at(-1)?.hugeBytesSent).toBeGreaterThan(7_000_000);
    expect(sandbox.requests.at(-1)?.hugeBytesSent).toBeLessThan(40_000_000);
  });

  test('of an answer that is small on the wire and too large unpacked comes before it is unpacked', async () => {
    const packed = gzipSync(JSON.stringify({ data: [], filling: ' '.repeat(50_000_000) }));
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const heard: AiFailure[] = [];
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const ai = await aiOf({ baseUrl, onFailure: (failure) => heard.push(failure) });
    expect((await errorOf(paint(ai))).code).toBe('ai.bad-response');
    expect(heard).toEqual([{ reason: 'too-large' }]);
    server.close();
    server.closeAllConnections();
  });

  test('does not send the key on to where a redirect points', async () => {
    const elsewhere = await startSandboxAi();
    sandbox.behave({ mode: 'redirect', location: `${elsewhere.url}/images/generations` });
    await errorOf(paint(await aiOf()));
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test('of our own, while too many pictures are in work, is told as that', async () => {
    const ai = await aiOf({
      images: {
        prepare: async () => {
          throw imageErrors.busy();
        },
      },
    });
    expect(await errorOf(paint(ai))).toMatchObject({ code: 'image.busy', status: 503 });
  });
});

describe('the pause after outages', () => {
  const object = (ai: Ai) =>
    ai.generateObject({
      name: 'tone_analysis',
      // What is asked for is no matter here.
      schema: {},
      instructions: 'Name the tone.',
      text: 'I am happy.',
      timeoutMs: LIMIT_MS,
    });

  test('begins after five in a row, spares the provider and ends when it is back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const ai = await aiOf();
    sandbox.behave({ mode: 'refuse-with', status: 503 });
    for (let call = 0; call < 5; call += 1) await errorOf(paint(ai));
    sandbox.behave({ mode: 'normal' });
    const before = sandbox.requests.length;
    expect((await errorOf(paint(ai))).code).toBe('ai.unavailable');
    expect(sandbox.requests.length).toBe(before);
    vi.advanceTimersByTime(30_000);
    await paint(ai);
  });

  test('of one model leaves the other alone', async () => {
    const ai = await aiOf({ failuresBeforePause: 1 });
    sandbox.behave({ mode: 'refuse-with', status: 503 });
    await errorOf(paint(ai));
    sandbox.behave({ mode: 'normal' });
    await object(ai);
    expect((await errorOf(paint(ai))).code).toBe('ai.unavailable');

    const other = await aiOf({ failuresBeforePause: 1 });
    sandbox.behave({ mode: 'refuse-with', status: 503 });
    await errorOf(object(other));
    sandbox.behave({ mode: 'normal' });
    await paint(other);
    expect((await errorOf(object(other))).code).toBe('ai.unavailable');
  });

  test.each<SandboxAiBehaviour>([
    { mode: 'refuse-with', status: 400 },
    { mode: 'garbage' },
    { mode: 'huge' },
    { mode: 'answer-with-text', text: 'no picture' },
  ])('does not begin because of answers to single prompts: %j', async (behaviour) => {
    const ai = await aiOf({ failuresBeforePause: 1 });
    sandbox.behave(behaviour);
    await errorOf(paint(ai));
    sandbox.behave({ mode: 'normal' });
    expect((await paint(ai)).bytes.length).toBeGreaterThan(1_000);
  });
});
