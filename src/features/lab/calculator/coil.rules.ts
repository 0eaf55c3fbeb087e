import { type Calculator, evenRatios, evenSteps } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'turns' | 'diameter_cm' | 'pitch_mm', number>;

const CENTIMETRES_PER_INCH = 2.54;

/** Both formulas are valid for these ratios of length to diameter: Wheeler's from 0.4, Medhurst's up to 50. */
const MIN_RATIO = 0.4;
const MAX_RATIO = 50;

/**
 * The self-resonance of a single-layer air coil with a length of turns times pitch: f = 1 / (2π √(LC)).
 *
 * Inductance: Wheeler, Simple Inductance Formulas for Radio Coils, Proceedings of the IRE 16 (1928): r² N² / (9 r + 10 l) in µH,
 * with radius and length in inches. The error is below one percent if the length is more than 0.8 of the radius.
 * Capacitance: Medhurst, H. F. Resistance and Self-Capacitance of Single-Layer Solenoids, Wireless Engineer 24 (1947).
 * The usual fit of its table is 0.1126 l + 0.08 D + 0.27 √(D³/l) in pF, with length and diameter in centimetres and one end grounded.
 *
 * Outputs are NaN outside of the valid ratios.
 */
export function selfResonanceOf({ turns, diameter_cm, pitch_mm }: Inputs): Output[] {
  const length = (turns * pitch_mm) / 10;
  const ratio = length / diameter_cm;
  const isValid = ratio >= MIN_RATIO && ratio <= MAX_RATIO;
  const inductance = isValid ? inductanceOf(turns, diameter_cm, length) : Number.NaN;
  const capacitance = selfCapacitanceOf(diameter_cm, length);
  return [
    {
      label: 'Self-resonant frequency',
      value: 1 / (2 * Math.PI * Math.sqrt(inductance * capacitance)),
      unit: 'Hz',
    },
    { label: 'Inductance', value: inductance, unit: 'H' },
    { label: 'Self-capacitance', value: capacitance, unit: 'F' },
    { label: 'Length', value: length, unit: 'cm' },
  ];
}

function inductanceOf(turns: number, diameterInCm: number, lengthInCm: number): number {
  const radius = diameterInCm / 2 / CENTIMETRES_PER_INCH;
  const length = lengthInCm / CENTIMETRES_PER_INCH;
  return ((radius * turns) ** 2 / (9 * radius + 10 * length)) * 1e-6;
}

function selfCapacitanceOf(diameterInCm: number, lengthInCm: number): number {
  return (0.1126 * lengthInCm + 0.08 * diameterInCm + 0.27 * Math.sqrt(diameterInCm ** 3 / lengthInCm)) * 1e-12;
}

/** Coils wound by hand: 10 to 200 turns, a diameter of 1 to 20 cm, a pitch of 0.5 to 5 mm. */
export const COIL: Calculator<keyof Inputs> = {
  goal: 'maximize',
  objective: 'self-resonant frequency',
  grid: {
    turns: evenSteps(10, 200, 20),
    diameter_cm: evenRatios(1, 20, 50),
    pitch_mm: evenRatios(0.5, 5, 50),
  },
  outputsOf: selfResonanceOf,
};
