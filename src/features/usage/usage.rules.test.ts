import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOfText } from './usage.rules.ts';

describe('what a text call costs', () => {
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
  ])('$inputTokens in and $outputTokens out cost $cost USD: $because', ({ inputTokens, outputTokens, cost }) => {
    expect(costOfText({ inputTokens, outputTokens })).toBe(cost);
  });

  test('the costs of any two calls add up to the cost of both in one, to the last digit', () => {
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

  test('every cost is a decimal with eight places, as the column keeps it', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.nat(2_147_483_647), (inputTokens, outputTokens) => {
        expect(costOfText({ inputTokens, outputTokens })).toMatch(/^\d+\.\d{8}$/);
      }),
    );
  });
});
