import { expect, test } from 'vitest';
import { breakdownOf } from './plasma.rules.ts';
import { expectOutputs } from './test-outputs.ts';

const GAMMA = 0.01;

test('computes the minimum of the curve for γ = 0.01', () => {
  // ln(1 + 1/0.01) = ln(101) = 4.615121. p d = 2.718282 · 4.615121 / 15 = 0.836346 Torr cm.
  // There ln(A p d) − ln(4.615121) = ln(e) = 1, so V = 365 · 0.836346 = 305.266 V, and V / (p d) = 365.
  const gap_cm = (Math.E * Math.log(101)) / 15;
  expectOutputs(breakdownOf({ pressure_torr: 1, gap_cm, secondary_emission: GAMMA }), {
    'Breakdown voltage': [305.266, 'V'],
    'Pressure times gap': [0.836346, 'Torr cm'],
    'Reduced field': [365, 'V/(cm Torr)'],
  });
  for (const factor of [0.9, 1.1]) {
    const [beside] = breakdownOf({ pressure_torr: factor, gap_cm, secondary_emission: GAMMA });
    expect(beside?.value).toBeGreaterThan(305.266);
  }
});

test('depends only on pressure times gap: 5 Torr cm', () => {
  // ln(15 · 5) = ln(75) = 4.317488; ln(4.615121) = 1.529338; between them 2.788150. 365 / 2.788150 = 130.911 V/(cm Torr),
  // and five times that is 654.556 V.
  for (const pressure_torr of [1, 5, 50]) {
    expectOutputs(breakdownOf({ pressure_torr, gap_cm: 5 / pressure_torr, secondary_emission: GAMMA }), {
      'Breakdown voltage': [654.556, 'V'],
      'Pressure times gap': [5, 'Torr cm'],
      'Reduced field': [130.911, 'V/(cm Torr)'],
    });
  }
});

// The field is 365 / (ln(15 p d) − ln(ln(101))), so it is F where p d = ln(101) / 15 · e^(365 / F).
test.each([
  ['the weakest valid field', 100 + 1e-9, false],
  ['a field just below it', 100 - 1e-9, true],
  ['the strongest valid field', 800 - 1e-9, false],
  ['a field just above it', 800 + 1e-9, true],
])('checks the valid fields: %s', (_what, field, isBeyond) => {
  const gap_cm = (Math.log(101) / 15) * Math.exp(365 / field);
  const [voltage] = breakdownOf({ pressure_torr: 1, gap_cm, secondary_emission: GAMMA });
  expect(Number.isNaN(voltage?.value)).toBe(isBeyond);
});

test.each([
  // ln(15 · 0.2) = 1.0986 is less than 1.5293.
  ['too little gas for a breakdown', 0.2],
  // ln(15 · 0.4) − 1.5293 = 0.2625: 1391 V/(cm Torr).
  ['a field that is too strong for the constants', 0.4],
  // ln(15 · 20) − 1.5293 = 4.1745: 87 V/(cm Torr).
  ['a field that is too weak', 20],
])('returns NaN for %s', (_what, gap_cm) => {
  const [voltage] = breakdownOf({ pressure_torr: 1, gap_cm, secondary_emission: GAMMA });
  expect(voltage?.value).toBeNaN();
});
