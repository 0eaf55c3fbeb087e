import { type Calculator, evenRatios } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'resistance_ohm' | 'inductance_h' | 'capacitance_f', number>;

/**
 * A resistor, a coil and a capacitor in series. The resonant frequency is f0 = 1 / (2π √(LC)), the quality factor
 * Q = √(L/C) / R, and the half-power bandwidth f0 / Q.
 *
 * Source: Nilsson and Riedel, Electric Circuits, chapter 14, the series RLC bandpass filter.
 */
export function resonanceOf({ resistance_ohm, inductance_h, capacitance_f }: Inputs): Output[] {
  const quality = Math.sqrt(inductance_h / capacitance_f) / resistance_ohm;
  const frequency = 1 / (2 * Math.PI * Math.sqrt(inductance_h * capacitance_f));
  return [
    { label: 'Q factor', value: quality, unit: '' },
    { label: 'Resonant frequency', value: frequency, unit: 'Hz' },
    { label: 'Bandwidth', value: frequency / quality, unit: 'Hz' },
  ];
}

/** Common parts: 0.5 to 50 Ω, 1 µH to 10 mH, 10 pF to 1 µF. */
export const RESONANCE: Calculator<keyof Inputs> = {
  goal: 'maximize',
  objective: 'Q factor',
  grid: {
    resistance_ohm: evenRatios(0.5, 50, 20),
    inductance_h: evenRatios(1e-6, 1e-2, 50),
    capacitance_f: evenRatios(1e-11, 1e-6, 50),
  },
  outputsOf: resonanceOf,
};
