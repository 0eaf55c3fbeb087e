import { describe, expect, test } from 'vitest';
import type { Calculator } from '../calculator/calculator.rules.ts';
import { COIL } from '../calculator/coil.rules.ts';
import { ELECTROLYSIS } from '../calculator/electrolysis.rules.ts';
import { IMPEDANCE } from '../calculator/impedance.rules.ts';
import { PLASMA } from '../calculator/plasma.rules.ts';
import { PULSED_DC } from '../calculator/pulsed-dc.rules.ts';
import { RESONANCE } from '../calculator/resonance.rules.ts';
import { rankCombinations, rankGrid } from './optimizer.rules.ts';

const output = (value: number) => ({ label: 'Result', value, unit: '' });

/** A calculator with two inputs. */
const calculatorOf = (scoreOf: (a: number, b: number) => number, goal: Calculator['goal'] = 'maximize') => ({
  goal,
  grid: { a: [1, 2, 3], b: [1, 2, 3, 4] },
  outputsOf: ({ a = 0, b = 0 }: Record<string, number>) => [output(scoreOf(a, b))],
});

const scoresOf = (calculator: ReturnType<typeof calculatorOf>, most: number) =>
  rankGrid(calculator, most).results.map(({ score }) => score);

describe('rankGrid', () => {
  test('sorts by the goal, maximum or minimum', () => {
    expect(
      scoresOf(
        calculatorOf((a, b) => 10 * a + b),
        3,
      ),
    ).toEqual([34, 33, 32]);
    expect(
      scoresOf(
        calculatorOf((a, b) => 10 * a + b, 'minimize'),
        3,
      ),
    ).toEqual([11, 12, 13]);
  });

  test('returns all combinations of a small grid and their number', () => {
    const { evaluated, results } = rankGrid(
      calculatorOf((a, b) => a * b),
      100,
    );
    expect([evaluated, results.length]).toEqual([12, 12]);
  });

  test.each(['maximize', 'minimize'] as const)('breaks ties by the inputs, to %s', (goal) => {
    const { results } = rankGrid(
      calculatorOf((a) => (a === 2 ? 5 : 7), goal),
      5,
    );
    const firstOfAll = { a: 1, b: 1 };
    const bestWithTwo = [1, 2, 3, 4].map((b) => ({ a: 2, b }));
    const others = [1, 3].flatMap((a) => [1, 2, 3, 4].map((b) => ({ a, b })));
    const expected = goal === 'minimize' ? [...bestWithTwo, firstOfAll] : others.slice(0, 5);
    expect(results.map(({ inputs }) => inputs)).toEqual(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('excludes %s', (value) => {
    for (const goal of ['maximize', 'minimize'] as const) {
      const { evaluated, results } = rankGrid(
        calculatorOf((a, b) => (b > 1 ? value : a), goal),
        100,
      );
      expect([evaluated, results.length]).toEqual([12, 3]);
    }
  });

  test('excludes a combination with an output that is not finite', () => {
    const calculator = calculatorOf((a, b) => a * b);
    const outputsOf = (inputs: Record<string, number>) => [
      ...calculator.outputsOf(inputs),
      output(inputs.a === 3 ? Number.NaN : 0),
    ];
    expect(rankGrid({ ...calculator, outputsOf }, 1).results[0]).toMatchObject({ score: 8, inputs: { a: 2, b: 4 } });
  });

  test('equals a full sort', () => {
    const calculator = calculatorOf((a, b) => (a * 7 + b * 5) % 6);
    const everything = rankGrid(calculator, 12).results;
    for (const most of [1, 2, 5, 11]) expect(rankGrid(calculator, most).results).toEqual(everything.slice(0, most));
    const sorted = [1, 2, 3].flatMap((a) => [1, 2, 3, 4].map((b) => (a * 7 + b * 5) % 6));
    expect(everything.map(({ score }) => score)).toEqual(sorted.toSorted((one, other) => other - one));
  });
});

describe.each([
  ['resonance', RESONANCE, 'maximize Q factor', 50_000],
  ['coil', COIL, 'maximize self-resonant frequency', 50_000],
  ['impedance', IMPEDANCE, 'maximize Q factor', 50_000],
  ['electrolysis', ELECTROLYSIS, 'maximize energy efficiency', 49_680],
  ['pulsed_dc', PULSED_DC, 'maximize recovery efficiency', 50_000],
  ['plasma', PLASMA, 'minimize breakdown voltage', 50_000],
] as const)('The calculator %s', (name, calculator: Calculator, objective, evaluated) => {
  const ranking = rankCombinations({ calculator: name });

  test('tries at most 50,000 combinations and returns 100', () => {
    expect(ranking).toMatchObject({ objective, evaluated });
    expect(ranking.results).toHaveLength(100);
  });

  test('has ascending inputs', () => {
    for (const values of Object.values(calculator.grid)) {
      expect(new Set(values).size).toBe(values.length);
      expect([...values].sort((one, other) => one - other)).toEqual(values);
    }
  });

  test('ranks its own finite outputs, best first', () => {
    const { results } = ranking;
    for (const { inputs, outputs, score } of results) {
      expect(outputs).toEqual(calculator.outputsOf(inputs));
      expect(outputs[0]).toMatchObject({ value: score });
      expect(Object.keys(inputs)).toEqual(Object.keys(calculator.grid));
      expect(outputs.every(({ value }) => Number.isFinite(value))).toBe(true);
    }
    const scores = results.map(({ score }) => score);
    const rising = scores.toSorted((one, other) => one - other);
    expect(scores).toEqual(calculator.goal === 'minimize' ? rising : rising.toReversed());
  });

  test('is deterministic', () => {
    expect(rankCombinations({ calculator: name })).toEqual(ranking);
  });
});

test('the best plasma is the grid point nearest to the minimum of its curve', () => {
  // e · 365/15 · ln(1 + 1/0.1) = 2.71828 · 24.3333 · 2.39790 = 158.61 V.
  const [best] = rankCombinations({ calculator: 'plasma' }).results;
  expect(best?.inputs.secondary_emission).toBe(0.1);
  expect(best?.score).toBeGreaterThan(158.6);
  expect(best?.score).toBeLessThan(158.7);
});
