import { existsSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { AppError, declareError } from '../errors.ts';

/* What the tests of threads do in them. */

type Numbers = { numbers: number[] };

export function double({ numbers }: Numbers): Numbers {
  return { numbers: numbers.map((number) => number * 2) };
}

export async function doubleLater(given: Numbers): Promise<Numbers> {
  return double(given);
}

export function release(given: object): object {
  return given;
}

export function refuse({ numbers }: Numbers): Numbers {
  throw new RangeError(`Not ${numbers.length} numbers.`);
}

export function leave({ numbers }: Numbers): Numbers {
  process.exit(numbers.length);
}

export function hoard({ numbers }: Numbers): Numbers {
  for (;;) numbers.push(...numbers.slice(0, 100_000));
}

export function neverEnd({ numbers }: Numbers): Numbers {
  while (numbers.length > 0) numbers.reverse();
  return { numbers };
}

export function nameThread(): { threadId: number } {
  return { threadId };
}

/** A session that counts, and stands still until a file exists. */
export function openCounter({ start }: { start: number }) {
  let count = start;
  return {
    add: (by: number) => {
      count += by;
      return count;
    },
    spinUntil: (begun: string, released: string) => {
      writeFileSync(begun, '');
      while (!existsSync(released)) count += 1;
      return 'released';
    },
    spinForever: () => {
      for (;;) count += 1;
    },
    hoard: () => {
      const numbers = [count];
      for (;;) numbers.push(...numbers.slice(0, 100_000));
    },
    refuse: () => {
      throw new AppError(REFUSAL);
    },
    crash: () => process.exit(3),
  };
}

export const REFUSAL = declareError({ status: 400, code: 'test.work-refused', message: 'Refused.' });
