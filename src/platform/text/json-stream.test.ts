import { describe, expect, test } from 'vitest';
import { JsonStreamError, readJsonArrays } from './json-stream.ts';

async function read(text: string | Buffer, keys = ['entries'], chunkLength = 7): Promise<unknown[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
  }
  const found: unknown[] = [];
  for await (const { key, value } of readJsonArrays(chunks(), keys)) found.push([key, value]);
  return found;
}

describe('The arrays of a JSON object', () => {
  test('are given out element by element, with their keys', async () => {
    const text = '\uFEFF{"version":1,"a":[{"x":"é"},2],"other":[[1]],"b":[null]}';
    expect(await read(text, ['a', 'b'])).toEqual([
      ['a', { x: 'é' }],
      ['a', 2],
      ['b', null],
    ]);
  });

  test.each([
    ['no JSON', 'nothing'],
    ['the end missing', '{"entries":[1'],
    ['nothing', ''],
    ['text of another encoding', Buffer.from('{"entries":[1]}', 'utf16le')],
    ['too many levels', `{"entries":[${'['.repeat(70)}${']'.repeat(70)}]}`],
  ])('throw for %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(JsonStreamError);
  });

  test('throw for an element of more than 4 MB, also where it is not asked for', async () => {
    const long = 'x'.repeat(4_100_000);
    await expect(read(`{"entries":["${long}"]}`, ['entries'], 65_536)).rejects.toThrow(JsonStreamError);
    await expect(read(`{"other":{"a":"${long}"}}`, ['entries'], 65_536)).rejects.toThrow(JsonStreamError);
  });

  test('can be many megabytes', async () => {
    const elements = Array.from({ length: 200 }, () => `"${'x'.repeat(40_000)}"`).join(',');
    expect(await read(`{"other":[${elements}],"entries":[1]}`, ['entries'], 65_536)).toEqual([['entries', 1]]);
  });
});
