import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Type from 'typebox';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { exchange, listenOnLoopback, openSocket, parseResponse, readToEnd } from '#test/edge/raw-http.ts';
import { formOf } from '#test/multipart.ts';
import { systemClock } from '../../clock.ts';
import { createIds } from '../../ids.ts';
import { createLogger } from '../../log.ts';
import { systemRandom } from '../../random.ts';
import { openGuardedRoutes, type Routes } from '../guarded-routes.ts';
import { createServer } from '../server.ts';
import { FileInBody, openUploads, type UploadedFile } from './upload.ts';

const LIMIT = 100_000;
const folder = await mkdtemp(join(tmpdir(), 'meadow-uploads-'));
afterAll(() => rm(folder, { recursive: true }));

type Received = { file: UploadedFile; caption?: string };
let received: Received[] = [];
beforeEach(() => {
  received = [];
});

const Photo = Type.Object({
  file: FileInBody,
  caption: Type.Optional(Type.String({ maxLength: 10 })),
  day: Type.Optional(Type.String({ format: 'date' })),
});

const routes =
  (path: string, into = folder): Routes =>
  (scope) => {
    openUploads(scope, { field: 'file', maxBytes: LIMIT, folder: into }, (uploads) => {
      uploads.post(path, { schema: { body: Photo } }, async (request) => {
        received.push(request.body);
        const { file, caption, day } = request.body;
        const text = Buffer.from(await file.read()).toString();
        return { length: file.byteLength, sha256: file.sha256, beginning: text.slice(0, 20), caption, day };
      });
    });
  };

let logged = '';
const sink = new Writable({
  write: (chunk, _encoding, done) => {
    logged += String(chunk);
    done();
  },
});
const { server } = createServer({
  logger: createLogger('trace', sink),
  ids: createIds(systemClock, systemRandom),
  isDraining: () => false,
  isReachedOverTls: false,
  // Many uploads at once wait for their turn, on a busy machine long.
  limits: { congestionSample: 0, workQueueTime: 20_000 },
  trustedProxies: [],
  corsOrigins: [],
});
await writeFile(join(folder, 'no-folder'), '');
openGuardedRoutes(server, 'public', async () => undefined, [
  routes('/photos'),
  routes('/nowhere', join(folder, 'no-folder', 'below')),
  (scope) => {
    scope.post('/json', async (request) => request.body);
  },
]);
const port = await listenOnLoopback(server);
afterAll(() => server.close());

async function send(payload: Buffer | string, type: string | undefined, url = '/photos') {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await server.inject({ method: 'POST', url, payload, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

async function sendParts(parts: Parameters<typeof formOf>[0]) {
  const { body, headers } = await formOf(parts);
  return send(body, headers['content-type']);
}

const bytes = (length: number) => Buffer.alloc(length, 'a');

/** The uploads that this process still holds: they have no name. Where files are not listed like this, none are found. */
async function heldFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const links = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return links.filter((link) => link.startsWith(folder));
}

const expectNothingHeld = async () => {
  await expect.poll(heldFiles).toEqual([]);
  expect(await readdir(folder)).toEqual(['no-folder']);
};

const BOUNDARY = 'multipart/form-data; boundary=x';
const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const filePart = (content: string, name = 'file') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg`, content);
const fieldPart = (name: string, content: string, more = '') =>
  part(`Content-Disposition: form-data; name="${name}"${more}`, content);
const END = '--x--\r\n';

describe('a form with one file', () => {
  test('gives the handler the file and the texts beside it', async () => {
    const { status, body } = await sendParts({ caption: 'Morning', file: Buffer.from('hello'), day: '2026-05-31' });
    const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    expect([status, body]).toEqual([
      200,
      { length: 5, sha256, beginning: 'hello', caption: 'Morning', day: '2026-05-31' },
    ]);
  });

  test('can have its texts behind the file, and unknown parts', async () => {
    const { body } = await sendParts({ file: Buffer.from('hello'), caption: 'Morning', role: 'super_admin' });
    expect(body).toMatchObject({ length: 5, caption: 'Morning' });
  });

  test('may hold an empty file, and one of exactly the largest size', async () => {
    expect((await sendParts({ file: bytes(0) })).body).toMatchObject({ length: 0, beginning: '' });
    expect((await sendParts({ file: bytes(LIMIT) })).body).toMatchObject({ length: LIMIT });
  });

  test('can be read again, and is gone after the answer', async () => {
    await sendParts({ file: Buffer.from('hello') });
    const [{ file } = { file: undefined }] = received;
    await expect(file?.read()).rejects.toMatchObject({ code: 'upload.malformed' });
    await expectNothingHeld();
  });

  test('keeps its bytes, whatever they are', async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const content = Buffer.concat([all, Buffer.from('\r\n--x\r\n\r\n--'), all]);
    const { body } = await sendParts({ file: content });
    expect(body.length).toBe(content.length);
  });

  test('stands for its bytes where bodies are compared', async () => {
    await sendParts({ file: Buffer.from('one'), caption: 'c' });
    await sendParts({ file: Buffer.from('one'), caption: 'c' });
    await sendParts({ file: Buffer.from('two'), caption: 'c' });
    const [first, second, third] = received.map((body) => JSON.stringify(body));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is served from many at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => sendParts({ file: bytes(LIMIT - index), caption: `${index}` })),
    );
    expect(responses.map(({ body }) => [body.length, body.caption])).toEqual(
      responses.map((_, index) => [LIMIT - index, `${index}`]),
    );
    await expectNothingHeld();
  });
});

describe('a form is refused', () => {
  test.each<[string, Parameters<typeof formOf>[0], number, string]>([
    ['without anything', {}, 400, 'upload.file-missing'],
    ['without a file', { caption: 'c' }, 400, 'upload.file-missing'],
    ['with a text in the place of the file', { file: 'hello' }, 400, 'upload.file-missing'],
    ['with the file in another field', { photo: bytes(5) }, 400, 'upload.file-missing'],
    ['with two files', { file: [bytes(5), bytes(6)] }, 400, 'upload.too-many-files'],
    ['with a second file in another field', { file: bytes(5), other: bytes(5) }, 400, 'upload.too-many-files'],
    ['with a first file in another field', { other: bytes(5), file: bytes(5) }, 400, 'upload.too-many-files'],
    ['with a file that is too large by a byte', { file: bytes(LIMIT + 1) }, 413, 'upload.too-large'],
    ['with a file that is much too large', { file: bytes(LIMIT * 4) }, 413, 'upload.too-large'],
    ['with a large file in another field', { other: bytes(LIMIT + 1) }, 413, 'upload.too-large'],
    ['with a text that is too long', { file: bytes(5), caption: 'c'.repeat(4_001) }, 400, 'upload.fields-invalid'],
    ['with a text that the schema refuses', { file: bytes(5), caption: 'c'.repeat(11) }, 400, 'request.invalid'],
    ['with a day that there is not', { file: bytes(5), day: '2026-02-30' }, 400, 'request.invalid'],
    ['with a text that cannot be stored', { file: bytes(5), caption: 'a\0b' }, 400, 'request.unstorable-text'],
    [
      'with 21 texts',
      { ...Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x'])), file: bytes(5) },
      400,
      'upload.fields-invalid',
    ],
    ['with a thousand texts', { file: bytes(5), caption: Array(1_000).fill('c') }, 400, 'upload.fields-invalid'],
  ])('%s', async (_name, parts, status, code) => {
    const reply = await sendParts(parts);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(received).toEqual([]);
    await expectNothingHeld();
  });

  test.each<[string, string]>([
    ['that ends in the middle of the file', filePart('hello').slice(0, -4)],
    ['without its end', filePart('hello')],
    ['that ends in the head of a part', '--x\r\nContent-Disposition: form-data; name="file"'],
    ['with another boundary', (filePart('hello') + END).replaceAll('--x', '--y')],
    ['that is no form', 'hello'],
  ])('%s', async (_name, body) => {
    const reply = await send(body, BOUNDARY);
    expect([reply.status, reply.body.code]).toEqual([400, 'upload.malformed']);
    expect(received).toEqual([]);
    await expectNothingHeld();
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('with a field called %s', async (name) => {
    for (const body of [fieldPart(name, 'x') + filePart('hello') + END, filePart('x', name) + END]) {
      const reply = await send(body, BOUNDARY);
      expect([reply.status, reply.body.code]).toEqual([400, 'upload.fields-invalid']);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each(['{"a":1}', '{"__proto__":{"polluted":true}}', '{', '5', 'null', '[]'])(
    'with a field that says it is JSON: %s',
    async (json) => {
      const body = fieldPart('caption', json, '\r\nContent-Type: application/json') + filePart('hello') + END;
      const reply = await send(body, BOUNDARY);
      expect([reply.status, reply.body.code]).toEqual([400, 'upload.fields-invalid']);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  test('with no body at all', async () => {
    const reply = await server.inject({ method: 'POST', url: '/photos' });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'upload.file-missing']);
    expect((await send('', BOUNDARY)).body.code).toBe('upload.file-missing');
  });

  test('while the disk cannot take it, and the server stays up', async () => {
    const { body, headers } = await formOf({ file: bytes(5) });
    const { status } = await send(body, headers['content-type'], '/nowhere');
    expect(status).toBe(500);
    expect((await sendParts({ file: bytes(5) })).status).toBe(200);
    await expectNothingHeld();
  });
});

describe('whatever the type says, only a form gets through', () => {
  const form = filePart('hello') + END;

  test.each<[string | undefined, number]>([
    ['multipart/form-data; boundary=x', 200],
    ['multipart/form-data;boundary="x"', 200],
    ['Multipart/Form-Data; boundary=x', 200],
    ['multipart/form-data; charset=utf-8; boundary=x', 200],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary=y', 400],
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-datax; boundary=x', 415],
    ['application/json', 415],
    ['application/json; multipart/form-data; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/octet-stream', 415],
    ['image/jpeg', 415],
    ['text/plain', 415],
    ['*', 415],
    ['*/*', 415],
    ['', 415],
    [undefined, 415],
  ])('%j', async (type, expected) => {
    const reply = await send(form, type);
    expect([reply.status, reply.headers['content-type']]).toEqual([expected, 'application/json; charset=utf-8']);
    expect(received).toHaveLength(expected === 200 ? 1 : 0);
  });

  test('and a form nowhere else', async () => {
    expect((await send(form, BOUNDARY, '/json')).status).toBe(415);
    expect((await send('{"a":1}', 'application/json', '/json')).body).toEqual({ a: 1 });
  });
});

describe('on the wire', () => {
  const head = (more: string) => `POST /photos HTTP/1.1\r\nHost: x\r\nContent-Type: ${BOUNDARY}\r\n${more}\r\n`;
  const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  test('a client that hangs up in the middle leaves nothing behind', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)));
    for (const socket of sockets)
      socket.write(head('Content-Length: 90000\r\n') + filePart('a'.repeat(20_000)).slice(0, -4));
    await expect.poll(heldFiles, { interval: 1 }).not.toEqual([]);
    for (const socket of sockets) socket.destroy();
    await expectNothingHeld();
    expect(received).toEqual([]);
  });

  test('a client that hangs up as soon as it has sent everything leaves nothing behind', async () => {
    const body = filePart('a'.repeat(10_000)) + END;
    for (let round = 0; round < 20; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)));
      for (const socket of sockets) {
        socket.write(head(`Content-Length: ${body.length}\r\n`) + body, () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      }
      await Promise.all(sockets.map((socket) => once(socket, 'close')));
    }
    await expectNothingHeld();
  });

  test('a body in chunks is limited as any other', async () => {
    const body = filePart('a'.repeat(LIMIT + 1)) + END;
    const lines = head('Connection: close\r\nTransfer-Encoding: chunked\r\n');
    const { status, text } = await exchange(port, `${lines}${chunked(body)}0\r\n\r\n`);
    expect([status, JSON.parse(text).code]).toEqual([413, 'upload.too-large']);
  });

  test('a body that says it is hopelessly large is refused before it comes', async () => {
    const { status, text, headers } = await exchange(port, head(`Content-Length: ${LIMIT * 5 + 1}\r\n`));
    expect([status, JSON.parse(text).code, headers.get('connection')]).toEqual([413, 'upload.too-large', 'close']);
  });

  test.each([
    ['too large', filePart('a'.repeat(LIMIT * 4)) + END],
    ['too many files', `${filePart('a') + filePart('b') + filePart('a'.repeat(LIMIT * 4))}${END}`],
    ['a bad name', `${fieldPart('__proto__', 'a') + filePart('a'.repeat(LIMIT * 4))}${END}`],
    ['no form', 'a'.repeat(LIMIT * 4)],
    ['a field that is too long', `${fieldPart('caption', 'a'.repeat(9_000)) + filePart('a'.repeat(LIMIT * 4))}${END}`],
  ])('after a refusal (%s) the connection serves the next request', async (_name, body) => {
    const socket = await openSocket(port);
    socket.write(head(`Content-Length: ${body.length}\r\n`) + body);
    const all = readToEnd(socket);
    socket.write(
      `POST /json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`,
    );
    const text = await all;
    expect(parseResponse(text).status).toBeGreaterThanOrEqual(400);
    expect(text).toMatch(/HTTP\/1\.1 200 OK.*\{"a":1\}$/s);
    await expectNothingHeld();
  });
});

test('nothing of a request is logged but its outcome, also where everything is asked for', async () => {
  const canary = 'canary-0d9e';
  const { body, headers } = await formOf({ file: Buffer.from(canary), caption: canary });
  for (const payload of [body, body.subarray(0, -60)]) {
    await server.inject({
      method: 'POST',
      url: '/photos',
      payload,
      headers: { ...headers, authorization: `Bearer ${canary}`, cookie: `session=${canary}` },
    });
  }
  expect(logged).toContain('/photos');
  expect(logged).toContain('busboy');
  expect(logged).not.toContain(canary);
});
