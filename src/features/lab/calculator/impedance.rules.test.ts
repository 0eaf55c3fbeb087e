import { expect, test } from 'vitest';
import { matchingNetworkOf } from './impedance.rules.ts';
import { expectOutputs } from './test-outputs.ts';

// √(1000/100 − 1) = √9 = 3. Series: 3 · 100 = 300 Ω; shunt: 1000 / 3 = 333.333 Ω. At 100 MHz ω = 6.28319·10⁸ 1/s:
// 300 / 6.28319·10⁸ = 477.465 nH, and 1 / (6.28319·10⁸ · 333.333) = 4.77465 pF.
const WORKED: Record<string, [number, string]> = {
  'Q factor': [3, ''],
  'Series reactance': [300, 'Ω'],
  'Shunt reactance': [333.3333, 'Ω'],
  'Series inductance': [477.4648e-9, 'H'],
  'Shunt capacitance': [4.774648e-12, 'F'],
};

test('matches 100 Ω and 1000 Ω at 100 MHz in both directions', () => {
  const frequency_hz = 1e8;
  expectOutputs(matchingNetworkOf({ source_resistance_ohm: 100, load_resistance_ohm: 1_000, frequency_hz }), WORKED);
  expectOutputs(matchingNetworkOf({ source_resistance_ohm: 1_000, load_resistance_ohm: 100, frequency_hz }), WORKED);
});

test('matches 5 Ω and 50 Ω at 1 MHz', () => {
  // √(10 − 1) = 3 again. Series 15 Ω: 15 / 6.28319·10⁶ = 2.38732 µH. Shunt 16.6667 Ω: 1 / (6.28319·10⁶ · 16.6667) = 9.54930 nF.
  expectOutputs(matchingNetworkOf({ source_resistance_ohm: 5, load_resistance_ohm: 50, frequency_hz: 1e6 }), {
    'Q factor': [3, ''],
    'Series reactance': [15, 'Ω'],
    'Shunt reactance': [16.66667, 'Ω'],
    'Series inductance': [2.387324e-6, 'H'],
    'Shunt capacitance': [9.549297e-9, 'F'],
  });
});

test('the network transforms one resistance into the other', () => {
  // The load with the capacitor across it: R / (1 + jωRC); its real part is R / (1 + Q²), and the coil takes the rest away.
  const outputs = matchingNetworkOf({ source_resistance_ohm: 20, load_resistance_ohm: 740, frequency_hz: 5e6 });
  const [quality = 0, series = 0, shunt = 0] = outputs.map(({ value }) => value);
  expect(740 / (1 + quality ** 2)).toBeCloseTo(20, 9);
  expect(series).toBeCloseTo((740 / shunt) * 20, 9);
});

test('returns no finite outputs for equal resistances', () => {
  const outputs = matchingNetworkOf({ source_resistance_ohm: 50, load_resistance_ohm: 50, frequency_hz: 1e6 });
  expect(outputs.every(({ value }) => Number.isFinite(value))).toBe(false);
});
