import { afterAll, describe, expect, test } from 'vitest';
import { createWorkers, type Workers } from '../workers/workers.ts';
import { createMailParser } from './mail-parser.ts';

const LIMIT = 60_000;
const workers = createWorkers({ timeoutMs: LIMIT });
afterAll(workers.close);

/** Counts what is read in threads. */
const runs: string[] = [];
const counted: Workers = {
  ...workers,
  run: (work, file, input) => {
    runs.push(work.name);
    return workers.run(work, file, input);
  },
};
const reader = createMailParser(counted);

const rawOf = (body: string) => `Subject: Hi\r\nContent-Type: text/plain; format=flowed\r\n\r\n${body}`;

describe('what is short is read at once', () => {
  test('and comes out as it should', async () => {
    expect(await reader.cleanHtml('<p onclick="x()">a</p><p>b</p>')).toEqual({
      html: '<p>a</p><p>b</p>',
      text: 'a\n\nb',
    });
    expect(await reader.textOfHtml('<p>a</p><p>b</p>')).toBe('a\n\nb');
    expect(await reader.readMime(rawOf('a'))).toMatchObject({ text: 'a', isHtml: false });
    expect(runs).toEqual([]);
  });
});

describe('what is long is read in a thread', () => {
  test.each<[string, (text: string) => Promise<unknown>, (text: string) => unknown]>([
    [
      'HTML that others shall see',
      (text) => reader.cleanHtml(`<p onclick="x()">${text}</p>`),
      (text) => ({ html: `<p>${text}</p>`, text }),
    ],
    ['HTML', (text) => reader.textOfHtml(`<p>${text}</p>`), (text) => text],
    ['a message', async (text) => (await reader.readMime(rawOf(text)))?.text?.trim(), (text) => text],
  ])('and comes out as it should: %s', async (_what, read, expected) => {
    const before = runs.length;
    const text = 'word '.repeat(10_000).trim();
    expect(await read(text)).toEqual(expected(text));
    expect(runs.length).toBe(before + 1);
  });

  test('and is nothing where it takes too long', async () => {
    const impatient = createWorkers({ timeoutMs: 1 });
    const hasty = createMailParser(impatient);
    expect(await hasty.cleanHtml('<b>'.repeat(30_000))).toBeNull();
    expect(await hasty.textOfHtml('<b>'.repeat(80_000))).toBeNull();
    expect(await hasty.readMime(rawOf(' \n'.repeat(80_000)))).toBeNull();
    // What is short needs none.
    expect(await hasty.textOfHtml('<b>a')).toBe('a');
    await hasty.close();
  });

  test('and is refused where too much waits already', async () => {
    const one = createWorkers({ concurrency: 1, maxQueue: 1 });
    const busy = createMailParser(one);
    const html = 'word '.repeat(10_000);
    const ends = await Promise.allSettled([1, 2, 3].map(() => busy.textOfHtml(html)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(ends[2]).toMatchObject({ reason: { code: 'server.queue-full' } });
    await busy.close();
  });
});
