import { expect, test } from 'vitest';
import { selfResonanceOf } from './coil.rules.ts';
import { expectOutputs } from './test-outputs.ts';

test('computes 100 turns with a diameter of 2 inches and a length of 4 inches', () => {
  // Wheeler: r = 1, l = 4, so 1² · 100² / (9 + 40) = 10,000 / 49 = 204.082 µH.
  // Medhurst: D = 5.08, l = 10.16. 0.1126 · 10.16 = 1.14402; 0.08 · 5.08 = 0.40640; D³/l = 131.097 / 10.16 = 12.9032,
  // its root 3.59210, · 0.27 = 0.969867. Together 2.52028 pF.
  // LC = 2.04082·10⁻⁴ · 2.52028·10⁻¹² = 5.14344·10⁻¹⁶, its root 2.26792·10⁻⁸ s, and 0.159155 / 2.26792·10⁻⁸ = 7.0177·10⁶ Hz.
  expectOutputs(selfResonanceOf({ turns: 100, diameter_cm: 5.08, pitch_mm: 1.016 }), {
    'Self-resonant frequency': [7.0177e6, 'Hz'],
    Inductance: [204.0816e-6, 'H'],
    'Self-capacitance': [2.520283e-12, 'F'],
    Length: [10.16, 'cm'],
  });
});

test('computes 100 turns with a diameter of 4 inches and a length of 4 inches', () => {
  // Wheeler: r = 2, l = 4, so 2² · 100² / (18 + 40) = 40,000 / 58 = 689.655 µH.
  // Medhurst: D = l = 10.16. 0.1126 · 10.16 = 1.144016; 0.08 · 10.16 = 0.8128; the root of D³/l is D, · 0.27 = 2.7432. Together 4.700016 pF.
  // LC = 6.89655·10⁻⁴ · 4.700016·10⁻¹² = 3.24139·10⁻¹⁵, its root 5.69332·10⁻⁸ s, and 0.159155 / 5.69332·10⁻⁸ = 2.79547·10⁶ Hz.
  expectOutputs(selfResonanceOf({ turns: 100, diameter_cm: 10.16, pitch_mm: 1.016 }), {
    'Self-resonant frequency': [2.79547e6, 'Hz'],
    Inductance: [689.6552e-6, 'H'],
    'Self-capacitance': [4.700016e-12, 'F'],
    Length: [10.16, 'cm'],
  });
});

// Medhurst's own table: pF for each cm of diameter, by the ratio of length to diameter. He gives it to five percent.
test.each([
  [0.5, 0.5],
  [1, 0.46],
  [2, 0.5],
  [10, 1.32],
  [20, 2.36],
  [50, 5.8],
])('matches the table: a ratio of length to diameter of %s has %s pF/cm', (ratio, picofarads) => {
  const diameter_cm = 3;
  const outputs = selfResonanceOf({ turns: 10, diameter_cm, pitch_mm: ratio * diameter_cm });
  const capacitance = outputs.find(({ label }) => label === 'Self-capacitance')?.value ?? 0;
  expect(Math.abs(capacitance / (picofarads * diameter_cm * 1e-12) - 1)).toBeLessThan(0.05);
});

test.each([
  ['0.4 times as long as wide', 4, true],
  ['a little shorter', 3.99, false],
  ['50 times as long as wide', 500, true],
  ['a little longer', 501, false],
])('the formulas are valid for a coil %s, with a pitch of %s mm: %s', (_what, pitch_mm, isValid) => {
  const [frequency] = selfResonanceOf({ turns: 1, diameter_cm: 1, pitch_mm });
  expect(Number.isFinite(frequency?.value)).toBe(isValid);
});
