import { describe, expect, test } from 'vitest';
import { confirms, isAnomaly, summarizeReplications } from './replication.rules.ts';

const times = (count: number, value: number) => Array.from({ length: count }, () => value);

const anomaliesOf = (values: number[]) => {
  const summary = summarizeReplications(values, null);
  return values.filter((value) => isAnomaly(value, summary));
};

describe('confirms', () => {
  test.each([
    [100, 100, true],
    [100, 105, true],
    [100, 95, true],
    [100, 105.0000001, false],
    [100, 94.9999999, false],
    [7, 7.35, true],
    [0.3, 0.315, true],
    [0.3, 0.285, true],
    [1e-9, 1.05e-9, true],
    [1e99, 1.05e99, true],
    [-100, -105, true],
    [-100, -95, true],
    [-100, -106, false],
    [-100, 100, false],
    [0, 0, true],
    [0, 1e-300, false],
    [1e-323, 1e-323, true],
    [5e-324, 1e-323, false],
    [1e-322, 1.04e-322, true],
    [1e-322, 1.1e-322, false],
    [1e-308, 1.05e-308, true],
    [1e-308, 1.06e-308, false],
    [5e-324, 1e100, false],
    [1e100, 5e-324, false],
    [1e100, -1e100, false],
  ])('prediction %s, value %s: %s', (predicted, value, expected) => {
    expect(confirms(value, predicted)).toBe(expected);
  });
});

describe('A template is robust', () => {
  test.each([
    ['with 49 confirmations', times(49, 100), false],
    ['with 50', times(50, 100), true],
    ['with 50 at the limit', [...times(25, 95), ...times(25, 105)], true],
    ['with 49 and one refutation', [...times(49, 100), 106], false],
    ['with 50 among others', [...times(50, 103), ...times(60, 200)], true],
  ])('%s: %s', (_what, values, expected) => {
    expect(summarizeReplications(values, 100).isRobust).toBe(expected);
  });

  test('never without a prediction', () => {
    expect(summarizeReplications(times(60, 100), null)).toMatchObject({ confirmations: 0, isRobust: false });
  });
});

describe('Mean and deviation', () => {
  test.each([[[]], [[5]], [[5, 500]]])('are null for %j', (values: number[]) => {
    expect(summarizeReplications(values, 5)).toMatchObject({ mean: null, deviation: null });
    expect(anomaliesOf(values)).toEqual([]);
  });

  test('of 2, 4, 4, 4, 5, 5, 7, 9', () => {
    // The mean is 40 / 8 = 5; the squares of what is between are 9, 1, 1, 1, 0, 0, 4, 16: 32 / 7 = 4.571429, its root 2.138090.
    const { mean, deviation } = summarizeReplications([2, 4, 4, 4, 5, 5, 7, 9], null);
    expect(mean).toBe(5);
    expect(deviation).toBeCloseTo(2.13809, 5);
  });

  test('do not depend on the order', () => {
    const values = [0.1, 0.7, 1e9, 3.3, -2.2, 1e-9, 5.5];
    expect(summarizeReplications(values.toReversed(), 1)).toEqual(summarizeReplications(values, 1));
  });

  test.each([2 ** -1000, 1e-200, 1e-161, 1e-100, 1, 1e100, 1e160, 1e300])(
    'of 2, 4, 4, 4, 5, 5, 7, 9 times %s',
    (unit) => {
      const values = [2, 4, 4, 4, 5, 5, 7, 9].map((value) => value * unit);
      const { mean, deviation } = summarizeReplications(values, null);
      expect((mean ?? 0) / unit).toBeCloseTo(5, 12);
      expect((deviation ?? 0) / unit).toBeCloseTo(2.13809, 5);
    },
  );

  test('of equal values are that value and 0', () => {
    for (const value of [0, 5e-324, -1e-200, 3, 1e100]) {
      expect(summarizeReplications(times(4, value), 1)).toMatchObject({ mean: value, deviation: 0 });
    }
  });

  test('are finite for the largest outputs', () => {
    const { mean, deviation } = summarizeReplications([1e100, -1e100, 1e100, 1e100], 1);
    expect([Number.isFinite(mean), Number.isFinite(deviation)]).toEqual([true, true]);
  });
});

describe('An anomaly', () => {
  test.each<[string, number[], number[]]>([
    // None of n values is further from the mean than (n − 1) / √n deviations: 1.15 of three, 1.79 of five, 2.04 of six.
    ['none among three', [1, 1, 1e6], []],
    ['none among five', [1, 1, 1, 1, 1e6], []],
    ['one among six', [1, 1, 1, 1, 1, 1e6], [1e6]],
    ['both ends', [...times(20, 10), 0, 20], [0, 20]],
    ['none where all are the same', times(30, 0.1), []],
    ['none where all are near', [9, 10, 11, 10, 9, 11, 10], []],
    ['none among three tiny ones', [1e-200, 2e-200, 3e-200], []],
    ['one among six tiny ones', [...times(5, 1e-200), 2e-200], [2e-200]],
    ['one among six that are nearly 0', [...times(5, 0), 1e-300], [1e-300]],
    ['none among three huge ones', [1e160, 2e160, 3e160], []],
    ['one among six huge ones', [...times(5, 1e300), 2e300], [2e300]],
    ['a tiny one among huge ones', [...times(5, 1e100), 1e-100], [1e-100]],
  ])('is %s', (_what, values, expected) => {
    expect(anomaliesOf(values)).toEqual(expected);
  });

  test('is more than two deviations from the mean, not exactly two', () => {
    expect(isAnomaly(14, { mean: 10, deviation: 2 })).toBe(false);
    expect(isAnomaly(14.0001, { mean: 10, deviation: 2 })).toBe(true);
    expect(isAnomaly(5.9999, { mean: 10, deviation: 2 })).toBe(true);
  });
});
