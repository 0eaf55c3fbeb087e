import { type Calculator, evenRatios } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'source_resistance_ohm' | 'load_resistance_ohm' | 'frequency_hz', number>;

/**
 * An L network that matches two resistances at one frequency: a coil in series with the smaller resistance, a capacitor across
 * the larger one. Q = √(larger / smaller − 1), the reactance of the coil is Q · smaller, and that of the capacitor larger / Q.
 *
 * Outputs are not finite if both resistances are equal. Source: Bowick, RF Circuit Design, chapter 4.
 */
export function matchingNetworkOf(inputs: Inputs): Output[] {
  const { source_resistance_ohm: source, load_resistance_ohm: load, frequency_hz: frequency } = inputs;
  const [smaller, larger] = [Math.min(source, load), Math.max(source, load)];
  const quality = Math.sqrt(larger / smaller - 1);
  const angular = 2 * Math.PI * frequency;
  const [seriesReactance, shuntReactance] = [quality * smaller, larger / quality];
  return [
    { label: 'Q factor', value: quality, unit: '' },
    { label: 'Series reactance', value: seriesReactance, unit: 'Ω' },
    { label: 'Shunt reactance', value: shuntReactance, unit: 'Ω' },
    { label: 'Series inductance', value: seriesReactance / angular, unit: 'H' },
    { label: 'Shunt capacitance', value: 1 / (angular * shuntReactance), unit: 'F' },
  ];
}

/** A source of 5 to 50 Ω, a load of 50 Ω to 5 kΩ, 100 kHz to 100 MHz. */
export const IMPEDANCE: Calculator<keyof Inputs> = {
  goal: 'maximize',
  objective: 'Q factor',
  grid: {
    source_resistance_ohm: evenRatios(5, 50, 20),
    load_resistance_ohm: evenRatios(50, 5_000, 50),
    frequency_hz: evenRatios(1e5, 1e8, 50),
  },
  outputsOf: matchingNetworkOf,
};
