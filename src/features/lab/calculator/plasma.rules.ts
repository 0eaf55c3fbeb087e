import { type Calculator, evenRatios, evenSteps } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'pressure_torr' | 'gap_cm' | 'secondary_emission', number>;

/** Constants of air in 1/(cm Torr) and V/(cm Torr), valid for fields of 100 to 800 V/(cm Torr). */
const A = 15;
const B = 365;
const MIN_FIELD = 100;
const MAX_FIELD = 800;

/**
 * The breakdown voltage of air between two plates, by Paschen's law: V = B p d / (ln(A p d) − ln(ln(1 + 1/γ))).
 * Its minimum is e B/A · ln(1 + 1/γ), where p d = e/A · ln(1 + 1/γ).
 *
 * Source: Lieberman and Lichtenberg, Principles of Plasma Discharges and Materials Processing, section 14.3; constants of air:
 * Raizer, Gas Discharge Physics, table 4.1. Outputs are NaN outside of the valid fields and where no breakdown occurs.
 */
export function breakdownOf({ pressure_torr, gap_cm, secondary_emission }: Inputs): Output[] {
  const pressureTimesGap = pressure_torr * gap_cm;
  const field = B / (Math.log(A * pressureTimesGap) - Math.log(Math.log1p(1 / secondary_emission)));
  const isValid = field >= MIN_FIELD && field <= MAX_FIELD;
  return [
    { label: 'Breakdown voltage', value: isValid ? field * pressureTimesGap : Number.NaN, unit: 'V' },
    { label: 'Pressure times gap', value: pressureTimesGap, unit: 'Torr cm' },
    { label: 'Reduced field', value: field, unit: 'V/(cm Torr)' },
  ];
}

/** 0.1 to 100 Torr, gaps of 0.1 mm to 10 cm, 0.005 to 0.1 secondary electrons for each ion. */
export const PLASMA: Calculator<keyof Inputs> = {
  goal: 'minimize',
  objective: 'breakdown voltage',
  grid: {
    pressure_torr: evenRatios(0.1, 100, 50),
    gap_cm: evenRatios(0.01, 10, 50),
    secondary_emission: evenSteps(0.005, 0.1, 20),
  },
  outputsOf: breakdownOf,
};
