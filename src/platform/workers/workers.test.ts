import { afterAll, describe, expect, test } from 'vitest';
import * as work from './test-work.ts';
import { createWorkers, ThreadTooSlowError } from './workers.ts';

const FILE = new URL('./test-work.ts', import.meta.url);

const workers = createWorkers();
afterAll(workers.close);

const long = Array.from({ length: 3_001 }, (_, number) => number);

describe('what a thread works out', () => {
  test('comes back', async () => {
    expect(await workers.run(work.double, FILE, { numbers: long })).toEqual({ numbers: long.map((one) => one * 2) });
  });

  test.each<[string, object]>([
    ['nothing', {}],
    [
      'lists and maps, long and empty ones',
      { long, empty: [], map: new Map(long.map((one) => [one, null])), none: new Map() },
    ],
    [
      'rows with dates and nulls',
      {
        rows: [
          { at: new Date(0), place: null },
          { at: new Date(1), place: [1, 2] },
        ],
      },
    ],
    ['values of other kinds', { text: 'é', flag: false, nothing: null, date: new Date(5), nested: { list: [1] } }],
  ])('takes %s there and back as they were', async (_what, given) => {
    expect(await workers.run(work.release, FILE, given)).toStrictEqual(given);
  });

  test('may come later', async () => {
    expect(await workers.run(work.doubleLater, FILE, { numbers: [1] })).toEqual({ numbers: [2] });
  });

  test('comes from the thread of the task before, or a new one if that has ended', async () => {
    const one = createWorkers({ concurrency: 1 });
    const first = await one.run(work.nameThread, FILE, {});
    expect(await one.run(work.nameThread, FILE, {})).toEqual(first);
    await expect(one.run(work.leave, FILE, { numbers: [] })).rejects.toThrow();
    expect(await one.run(work.nameThread, FILE, {})).not.toEqual(first);
    await one.close();
  });

  test('takes turns where more is asked for than may be done at once', async () => {
    const one = createWorkers({ concurrency: 1, maxQueue: 2 });
    const runs = [1, 2, 3].map((number) => one.run(work.double, FILE, { numbers: [number] }));
    expect(await Promise.all(runs)).toEqual([{ numbers: [2] }, { numbers: [4] }, { numbers: [6] }]);
  });

  test('does not block the event loop', async () => {
    const busy = createWorkers();
    const running = busy.run(work.neverEnd, FILE, { numbers: [1] });
    expect(await busy.run(work.double, FILE, { numbers: [2] })).toEqual({ numbers: [4] });
    await Promise.all([busy.close(), expect(running).rejects.toThrow('Terminating worker thread')]);
  });
});

describe('a run is refused', () => {
  test('with what the function throws', async () => {
    const running = workers.run(work.refuse, FILE, { numbers: [1, 2] });
    await expect(running).rejects.toThrow(new RangeError('Not 2 numbers.'));
  });

  test('where the thread ends without an answer', async () => {
    const running = workers.run(work.leave, FILE, { numbers: [] });
    await expect(running).rejects.toThrow('worker exited with code: 0');
  });

  test('where it takes more memory than a thread may have, and the process goes on', async () => {
    const small = createWorkers({ maxMegabytes: 64 });
    await expect(small.run(work.hoard, FILE, { numbers: long })).rejects.toMatchObject({
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    });
  });

  test('where the thread runs out of memory before it is ready, and each time again', async () => {
    const tiny = createWorkers({ maxMegabytes: 4 });
    for (let round = 0; round < 2; round += 1) {
      await expect(tiny.run(work.double, FILE, { numbers: [1] })).rejects.toThrow(/memory/);
    }
  });

  test('where it takes too long, and the next one has its turn', async () => {
    const hasty = createWorkers({ concurrency: 1, timeoutMs: 200 });
    const ends = await Promise.allSettled(
      [1, 2].map((number) => hasty.run(work.neverEnd, FILE, { numbers: [number] })),
    );
    expect(ends).toMatchObject([1, 2].map(() => ({ reason: expect.any(ThreadTooSlowError) })));
  });

  test('where the file does not export it', async () => {
    const stranger = ({ numbers }: { numbers: number[] }) => ({ numbers });
    await expect(workers.run(stranger, FILE, { numbers: [] })).rejects.toThrow('exports no stranger');
  });

  test('where too many wait already', async () => {
    const one = createWorkers({ concurrency: 1, maxQueue: 1 });
    const runs = [1, 2, 3].map((number) => one.run(work.double, FILE, { numbers: [number] }));
    const ends = await Promise.allSettled(runs);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(ends[2]).toMatchObject({ reason: { status: 503, code: 'server.queue-full' } });
  });

  test('once there are no more threads, and while it waits for its turn', async () => {
    const closing = createWorkers({ concurrency: 1 });
    const runs = [1, 2].map((number) => closing.run(work.neverEnd, FILE, { numbers: [number] }));
    const ends = Promise.allSettled(runs);
    await closing.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(closing.run(work.double, FILE, { numbers: [] })).rejects.toThrow('The workers are closed.');
  });
});
