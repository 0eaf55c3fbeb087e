import { type Calculator, evenRatios } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'inductance_h' | 'resistance_ohm' | 'pulse_width_s' | 'recovery_voltage_v', number>;

const SUPPLY_VOLTS = 24;
/** The forward voltage of a silicon diode. */
const DIODE_VOLTS = 0.7;

/**
 * A coil is switched to 24 V for a pulse, then discharges through a diode into a store of constant voltage. With τ = L/R, the
 * current rises to I = V/R · (1 − e^(−t/τ)), and the supply delivers V²/R · (t − τ (1 − e^(−t/τ))). Against the voltage U of store
 * and diode the current falls to zero and moves the charge τ (I − U/R · ln(1 + I R/U)). The recovery efficiency is the voltage
 * of the store times this charge, divided by the energy delivered.
 *
 * Source: Nilsson and Riedel, Electric Circuits, chapter 7, step and natural response of an RL circuit, integrated over the
 * pulse and until the diode blocks. The switch is ideal.
 */
export function recoveryOf(inputs: Inputs): Output[] {
  const { inductance_h: inductance, resistance_ohm: resistance, recovery_voltage_v: store } = inputs;
  const timeConstant = inductance / resistance;
  const pulse = inputs.pulse_width_s / timeConstant;
  // expm1 and log1p stay exact if the pulse is much shorter than the time constant.
  const peak = (SUPPLY_VOLTS / resistance) * -Math.expm1(-pulse);
  const delivered = (SUPPLY_VOLTS ** 2 / resistance) * timeConstant * (pulse + Math.expm1(-pulse));
  const against = store + DIODE_VOLTS;
  const charge = timeConstant * (peak - (against / resistance) * Math.log1p((peak * resistance) / against));
  const recovered = store * charge;
  return [
    { label: 'Recovery efficiency', value: recovered / delivered, unit: '' },
    { label: 'Peak current', value: peak, unit: 'A' },
    { label: 'Energy given', value: delivered, unit: 'J' },
    { label: 'Energy recovered', value: recovered, unit: 'J' },
  ];
}

/** 0.1 to 100 mH, 0.1 to 10 Ω, pulses of 10 µs to 10 ms, stores of 12 to 192 V. */
export const PULSED_DC: Calculator<keyof Inputs> = {
  goal: 'maximize',
  objective: 'recovery efficiency',
  grid: {
    inductance_h: evenRatios(1e-4, 0.1, 20),
    resistance_ohm: evenRatios(0.1, 10, 20),
    pulse_width_s: evenRatios(1e-5, 1e-2, 25),
    recovery_voltage_v: evenRatios(12, 192, 5),
  },
  outputsOf: recoveryOf,
};
