import { expect, test } from 'vitest';
import { electrolysisOf } from './electrolysis.rules.ts';
import { expectOutputs } from './test-outputs.ts';

test('computes 1 A/cm² at 25 °C and 0.2 Ω cm²', () => {
  // RT/F = 8.31446 · 298.15 / 96,485.3 = 0.0256926 V.
  // Anode: half of that, 0.0128463, · arsinh(1 / 2·10⁻⁷) = ln(10⁷) = 16.1181, is 0.207058 V.
  // Cathode: twice, 0.0513852, · arsinh(1 / 2·10⁻³) = ln(1000) = 6.90776, is 0.354957 V.
  // Together 1.229 + 0.207058 + 0.354957 + 1 · 0.2 = 1.991015 V, and 1.481 / 1.991015 = 0.743842.
  expectOutputs(
    electrolysisOf({ current_density_a_per_cm2: 1, temperature_celsius: 25, area_resistance_ohm_cm2: 0.2 }),
    {
      'Energy efficiency': [0.743842, ''],
      'Cell voltage': [1.991015, 'V'],
      'Reversible voltage': [1.229, 'V'],
      'Anode overpotential': [0.207058, 'V'],
      'Cathode overpotential': [0.354957, 'V'],
    },
  );
});

test('computes 1 A/cm² at 80 °C and 0.2 Ω cm²', () => {
  // Reversible: 1.229 − 0.000846 · 55 = 1.18247 V. RT/F = 8.31446 · 353.15 / 96,485.3 = 0.0304322 V.
  // Arrhenius: 50,000 / 8.31446 · (1/298.15 − 1/353.15) = 6013.62 · 0.000522359 = 3.14127, and e to that is 23.1332.
  // Anode: 0.0152161 · arsinh(1 / (2·10⁻⁷ · 23.1332)) = 0.0152161 · ln(432,281) = 0.0152161 · 12.97683 = 0.197457 V.
  // Cathode: 0.0608644 · arsinh(1 / (2·10⁻³ · 23.1332)) = 0.0608644 · arsinh(21.6140) = 0.0608644 · ln(21.6140 + 21.6371) =
  // 0.0608644 · 3.76702 = 0.229278 V. Together 1.809205 V, and 1.481 / 1.809205 = 0.818592.
  expectOutputs(
    electrolysisOf({ current_density_a_per_cm2: 1, temperature_celsius: 80, area_resistance_ohm_cm2: 0.2 }),
    {
      'Energy efficiency': [0.818592, ''],
      'Cell voltage': [1.809205, 'V'],
      'Reversible voltage': [1.18247, 'V'],
      'Anode overpotential': [0.197457, 'V'],
      'Cathode overpotential': [0.229278, 'V'],
    },
  );
});

test('the efficiency of a cell that absorbs heat is at most 1', () => {
  const outputs = electrolysisOf({
    current_density_a_per_cm2: 0.001,
    temperature_celsius: 90,
    area_resistance_ohm_cm2: 0.05,
  });
  const [efficiency, voltage] = outputs.map(({ value }) => value);
  expect(voltage).toBeLessThan(1.481);
  expect(efficiency).toBe(1);
});
