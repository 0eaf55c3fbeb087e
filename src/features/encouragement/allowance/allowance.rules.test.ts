import { describe, expect, test } from 'vitest';
import { allowanceOn, limitErrorOf, type Spending } from './allowance.rules.ts';

const LIMITS = { dailyAllowance: 5, maxCustom: 3 };
const TODAY = '2026-03-02';

const spent = (fields: Partial<Spending> = {}): Spending => ({
  day: TODAY,
  daily_used: 0,
  bonus_used: 0,
  custom_used: 0,
  bonus_remaining: 0,
  ...fields,
});

/** used, bonus earned, custom, available */
const figuresOf = (spending: Spending | undefined, date = TODAY, limits = LIMITS) => {
  const allowance = allowanceOn(date, spending, limits);
  const { drops_used, bonus_drops_earned, custom_used, total_available } = allowance;
  return [drops_used, bonus_drops_earned, custom_used, total_available];
};

describe('allowanceOn', () => {
  test.each([
    ['of a user who never sent a drop', undefined, [0, 0, 0, 5]],
    ['of a user who sent drops', spent({ daily_used: 2, custom_used: 1 }), [2, 0, 1, 3]],
    ['with an unused bonus', spent({ daily_used: 2, bonus_remaining: 4 }), [2, 4, 0, 7]],
    ['with a partly used bonus', spent({ daily_used: 5, bonus_used: 1, bonus_remaining: 3 }), [6, 4, 0, 3]],
    ['with nothing left', spent({ daily_used: 5, bonus_used: 2, custom_used: 3 }), [7, 2, 3, 0]],
    ['on the next day', spent({ day: '2026-03-01', daily_used: 5, bonus_used: 2, bonus_remaining: 1 }), [0, 1, 0, 6]],
    ['with a clock that is behind', spent({ day: '2026-03-03', daily_used: 5 }), [5, 0, 0, 0]],
  ] as const)('%s', (_, spending, figures) => {
    expect(figuresOf(spending)).toEqual(figures);
  });

  test('is the daily allowance and the bonus less the sent drops, for a constant configuration', () => {
    for (const daily_used of [0, 3, 5]) {
      for (const bonus_used of daily_used === 5 ? [0, 2] : [0]) {
        for (const bonus_remaining of [0, 1, 7]) {
          const allowance = allowanceOn(TODAY, spent({ daily_used, bonus_used, bonus_remaining }), LIMITS);
          const { daily_allowance, bonus_drops_earned, drops_used, total_available } = allowance;
          expect(total_available).toBe(daily_allowance + bonus_drops_earned - drops_used);
        }
      }
    }
  });

  test('is never negative and keeps the bonus if the daily allowance is below the sent drops', () => {
    const spending = spent({ daily_used: 5, bonus_remaining: 2 });
    expect(figuresOf(spending, TODAY, { dailyAllowance: 1, maxCustom: 0 })).toEqual([5, 2, 0, 2]);
  });
});

describe('limitErrorOf', () => {
  test.each([
    ['nothing is left', spent({ daily_used: 5 }), false, 'drops.allowance-exceeded'],
    ['nothing is left, of either kind', spent({ daily_used: 5, custom_used: 3 }), true, 'drops.allowance-exceeded'],
    ['the custom limit is reached', spent({ daily_used: 3, custom_used: 3 }), true, 'drops.custom-limit-exceeded'],
    ['the custom limit is exceeded', spent({ daily_used: 4, custom_used: 4 }), true, 'drops.custom-limit-exceeded'],
    [
      'a template is sent while the allowance is below the sent drops',
      spent({ custom_used: 3 }),
      false,
      'drops.allowance-exceeded',
    ],
    [
      'only the bonus is left',
      spent({ daily_used: 5, custom_used: 3, bonus_remaining: 1 }),
      true,
      'drops.custom-limit-exceeded',
    ],
  ] as const)('%s', (_, spending, isCustom, code) => {
    expect(limitErrorOf(allowanceOn(TODAY, spending, LIMITS), LIMITS, isCustom).code).toBe(code);
  });
});
