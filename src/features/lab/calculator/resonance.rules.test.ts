import { expect, test } from 'vitest';
import { resonanceOf } from './resonance.rules.ts';
import { expectOutputs } from './test-outputs.ts';

test('computes 10 Ω, 1 mH and 1 nF', () => {
  // √(L/C) = √(10⁻³ / 10⁻⁹) = √10⁶ = 1000 Ω, over 10 Ω is 100.
  // √(LC) = √10⁻¹² = 10⁻⁶ s, and 10⁶ / 2π = 10⁶ · 0.159155 = 159,155 Hz; a hundredth of it is 1591.55 Hz.
  expectOutputs(resonanceOf({ resistance_ohm: 10, inductance_h: 1e-3, capacitance_f: 1e-9 }), {
    'Q factor': [100, ''],
    'Resonant frequency': [159_154.94, 'Hz'],
    Bandwidth: [1_591.5494, 'Hz'],
  });
});

test('computes 2 Ω, 100 µH and 1 µF', () => {
  // √(10⁻⁴ / 10⁻⁶) = 10 Ω, over 2 Ω is 5. √10⁻¹⁰ = 10⁻⁵ s, and 10⁵ / 2π = 15,915.5 Hz; a fifth of it is 3183.1 Hz.
  expectOutputs(resonanceOf({ resistance_ohm: 2, inductance_h: 1e-4, capacitance_f: 1e-6 }), {
    'Q factor': [5, ''],
    'Resonant frequency': [15_915.494, 'Hz'],
    Bandwidth: [3_183.0989, 'Hz'],
  });
});

test('the bandwidth is R / 2πL for any capacitance', () => {
  for (const capacitance_f of [1e-11, 1e-9, 1e-6]) {
    const [, , bandwidth] = resonanceOf({ resistance_ohm: 3, inductance_h: 2e-4, capacitance_f });
    expect(bandwidth?.value).toBeCloseTo(3 / (2 * Math.PI * 2e-4), 6);
  }
});
