import { describe, expect, test } from 'vitest';
import { textOfHtml } from './html.ts';

describe('textOfHtml', () => {
  test.each(['<td>', '<td></td>', '<br>', ' ', '<li>', '<p> '])(
    'of four times as much %s takes no more than about four times as long',
    async (piece) => {
      const durationOf = async (count: number) => {
        const start = performance.now();
        await textOfHtml(piece.repeat(count));
        return performance.now() - start;
      };
      await durationOf(5_000);
      // The best of many, side by side: the machine may be busy, and with one of them more than with the other.
      let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let run = 0; run < 20; run += 1) {
        short = Math.min(short, await durationOf(5_000));
        long = Math.min(long, await durationOf(20_000));
      }
      // With the square of the length it would be sixteen times.
      expect(long / short).toBeLessThan(10);
    },
  );
});
