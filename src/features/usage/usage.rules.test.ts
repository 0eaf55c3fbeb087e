import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsOfImage, costOfImage, costOfText, monthOf, requestedMonth } from './usage.rules.ts';

describe('costOfText', () => {
  test.each([
    { inputTokens: 0, outputTokens: 0, cost: '0.00000000', because: 'nothing costs nothing' },
    { inputTokens: 1, outputTokens: 0, cost: '0.00000015', because: 'a single token in keeps its price' },
    { inputTokens: 0, outputTokens: 1, cost: '0.00000060', because: 'a single token out keeps its price' },
    { inputTokens: 1, outputTokens: 1, cost: '0.00000075', because: 'both prices add up' },
    { inputTokens: 3, outputTokens: 0, cost: '0.00000045', because: 'three times 0.15 is no 0.44999999999999996' },
    { inputTokens: 1_000_000, outputTokens: 0, cost: '0.15000000', because: 'this is the price of a million in' },
    { inputTokens: 0, outputTokens: 1_000_000, cost: '0.60000000', because: 'this is the price of a million out' },
    { inputTokens: 6_666_666, outputTokens: 0, cost: '0.99999990', because: 'this is just below a dollar' },
    { inputTokens: 6_666_667, outputTokens: 0, cost: '1.00000005', because: 'this is just above a dollar' },
    { inputTokens: 0, outputTokens: 1_666_667, cost: '1.00000020', because: 'the fraction keeps its leading zeros' },
    { inputTokens: 2_147_483_647, outputTokens: 2_147_483_647, cost: '1610.61273525', because: 'integers end here' },
    {
      inputTokens: Number.MAX_SAFE_INTEGER,
      outputTokens: Number.MAX_SAFE_INTEGER,
      cost: '6755399441.05574325',
      because: 'the largest exact number still has an exact price',
    },
  ])(
    '$inputTokens input and $outputTokens output tokens cost $cost USD: $because',
    ({ inputTokens, outputTokens, cost }) => {
      expect(costOfText({ inputTokens, outputTokens })).toBe(cost);
    },
  );

  test('the cost of two calls is exactly the cost of both in one', () => {
    const tokens = fc.nat(2_147_483_647);
    const unitsOf = (cost: string) => BigInt(cost.replace('.', ''));
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (inA, outA, inB, outB) => {
        const apart =
          unitsOf(costOfText({ inputTokens: inA, outputTokens: outA })) +
          unitsOf(costOfText({ inputTokens: inB, outputTokens: outB }));
        expect(unitsOf(costOfText({ inputTokens: inA + inB, outputTokens: outA + outB }))).toBe(apart);
      }),
    );
  });

  test('every cost is a decimal with eight places', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.nat(2_147_483_647), (inputTokens, outputTokens) => {
        expect(costOfText({ inputTokens, outputTokens })).toMatch(/^\d+\.\d{8}$/);
      }),
    );
  });
});

test.each([
  { quality: 'standard', cost: '0.04000000', calls: 5 },
  { quality: 'hd', cost: '0.08000000', calls: 10 },
] as const)('an image of quality $quality costs $cost USD and counts as $calls calls', ({ quality, cost, calls }) => {
  expect([costOfImage(quality), callsOfImage(quality)]).toEqual([cost, calls]);
});

describe('requestedMonth', () => {
  const now = new Date('2026-05-31T23:59:59.999Z');
  test.each([
    { asked: {}, from: '2026-05-01' },
    { asked: { year: 2026, month: 5 }, from: '2026-05-01' },
    { asked: { year: 2026, month: 1 }, from: '2026-01-01' },
    { asked: { year: 2027, month: 12 }, from: '2027-12-01' },
    { asked: { year: 2000, month: 2 }, from: '2000-02-01' },
  ])('$asked starts on $from', ({ asked, from }) => {
    expect(monthOf(requestedMonth(asked, now)).from).toEqual(new Date(`${from}T00:00:00.000Z`));
  });
});

describe('monthOf', () => {
  test.each([
    ['the middle of a month', '2026-11-21T15:00:00.000Z', '2026-11-01', '2026-12-01'],
    ['its first moment', '2026-11-01T00:00:00.000Z', '2026-11-01', '2026-12-01'],
    ['its last moment', '2026-11-30T23:59:59.999Z', '2026-11-01', '2026-12-01'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['the beginning of a year', '2027-01-01T00:00:00.000Z', '2027-01-01', '2027-02-01'],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01'],
    ['another month elsewhere on earth', '2026-11-01T05:00:00.000+09:00', '2026-10-01', '2026-11-01'],
  ])('of %s', (_what, instant, from, until) => {
    expect(monthOf(new Date(instant))).toEqual({
      from: new Date(`${from}T00:00:00.000Z`),
      until: new Date(`${until}T00:00:00.000Z`),
    });
  });
});
