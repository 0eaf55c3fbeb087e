import { expect, test } from 'vitest';
import { recoveryOf } from './pulsed-dc.rules.ts';
import { expectOutputs } from './test-outputs.ts';

test('computes 10 mH and 1 Ω for one time constant into 23.3 V', () => {
  // τ = 0.01 s. I = 24 · (1 − e⁻¹) = 24 · 0.632121 = 15.17089 A.
  // Given: 24² · 0.01 · (1 − 0.632121) = 5.76 · 0.367879 = 2.118986 J.
  // Against 23.3 + 0.7 = 24 V: ln(1 + 15.17089 / 24) = ln(1.632121) = 0.489880,
  // and the charge is 0.01 · (15.17089 − 24 · 0.489880) = 0.01 · 3.413774 = 0.03413774 C.
  // Recovered: 23.3 · 0.03413774 = 0.795409 J, of 2.118986 J 0.375373.
  const inputs = { inductance_h: 0.01, resistance_ohm: 1, pulse_width_s: 0.01, recovery_voltage_v: 23.3 };
  expectOutputs(recoveryOf(inputs), {
    'Recovery efficiency': [0.375373, ''],
    'Peak current': [15.17089, 'A'],
    'Energy given': [2.118986, 'J'],
    'Energy recovered': [0.795409, 'J'],
  });
});

test('only the diode loses energy after a short pulse through a small resistance', () => {
  // If the wire has no losses, the store keeps its share of the voltage: 12 / 12.7 = 0.944882.
  const inputs = { inductance_h: 0.1, resistance_ohm: 1e-4, pulse_width_s: 1e-5, recovery_voltage_v: 12 };
  expect(recoveryOf(inputs)[0]?.value).toBeCloseTo(0.944882, 5);
});

test.each([1e-5, 1e-4, 1e-3, 1e-2])(
  'recovers less energy than the coil stored, for a pulse of %s s',
  (pulse_width_s) => {
    const inputs = { inductance_h: 0.002, resistance_ohm: 2, pulse_width_s, recovery_voltage_v: 48 };
    const [efficiency = 0, peak = 0, given = 0, recovered = 0] = recoveryOf(inputs).map(({ value }) => value);
    const inTheCoil = (0.002 * peak ** 2) / 2;
    expect(recovered).toBeLessThan(inTheCoil);
    expect(inTheCoil).toBeLessThan(given);
    expect(efficiency).toBeGreaterThan(0);
  },
);
