import { type Calculator, evenSteps } from './calculator.rules.ts';
import type { Output } from './calculator.schema.ts';

type Inputs = Record<'current_density_a_per_cm2' | 'temperature_celsius' | 'area_resistance_ohm_cm2', number>;

/** The gas constant in J/(mol K) and the Faraday constant in C/mol, by the SI definition of 2019. */
const GAS_CONSTANT = 8.314462618;
const FARADAY = 96_485.33212;
const KELVIN_AT_ZERO_CELSIUS = 273.15;
const KELVIN_AT_25 = 298.15;

/** Voltages of liquid water at 25 °C and 1 bar: for the work of the reaction, and for its work and heat. */
const REVERSIBLE_AT_25 = 1.229;
const THERMONEUTRAL = 1.481;
/** The decrease of the reversible voltage in V/K: the entropy of the reaction, 163.3 J/(mol K), divided by 2 F. */
const REVERSIBLE_PER_KELVIN = 0.000846;

/**
 * Assumed values, in the order of magnitude of current acid cells: exchange current density at 25 °C in A/cm², transfer
 * coefficient, and activation energy in J/mol.
 */
const ANODE = { exchangeCurrentDensity: 1e-7, transferCoefficient: 2 };
const CATHODE = { exchangeCurrentDensity: 1e-3, transferCoefficient: 0.5 };
const ACTIVATION_ENERGY = 50_000;

/**
 * A water electrolysis cell at normal pressure. The cell voltage is the sum of the reversible voltage at its temperature, the
 * overpotential of each electrode, RT/(αF) · arsinh(j / 2 j0), and the ohmic voltage, j · r. The exchange current density j0
 * follows the Arrhenius equation. The energy efficiency is the thermoneutral voltage divided by the cell voltage: the heat of
 * combustion of the hydrogen divided by the electrical work. Below the thermoneutral voltage the cell absorbs heat, so the
 * efficiency is at most 1.
 *
 * Sources: O'Hayre, Cha, Colella and Prinz, Fuel Cell Fundamentals, chapters 2 (reversible voltage and temperature) and 3 (the
 * Butler–Volmer equation, here in its symmetrical form, and the exchange current); Carmo, Fritz, Mergel and Stolten, A comprehensive
 * review on PEM water electrolysis, International Journal of Hydrogen Energy 38 (2013).
 */
export function electrolysisOf(inputs: Inputs): Output[] {
  const { current_density_a_per_cm2: current, temperature_celsius, area_resistance_ohm_cm2: resistance } = inputs;
  const kelvin = temperature_celsius + KELVIN_AT_ZERO_CELSIUS;
  const reversible = REVERSIBLE_AT_25 - REVERSIBLE_PER_KELVIN * (temperature_celsius - 25);
  const [anode, cathode] = [overpotentialOf(ANODE, current, kelvin), overpotentialOf(CATHODE, current, kelvin)];
  const cell = reversible + anode + cathode + current * resistance;
  return [
    { label: 'Energy efficiency', value: THERMONEUTRAL / Math.max(cell, THERMONEUTRAL), unit: '' },
    { label: 'Cell voltage', value: cell, unit: 'V' },
    { label: 'Reversible voltage', value: reversible, unit: 'V' },
    { label: 'Anode overpotential', value: anode, unit: 'V' },
    { label: 'Cathode overpotential', value: cathode, unit: 'V' },
  ];
}

function overpotentialOf(electrode: typeof ANODE, currentDensity: number, kelvin: number): number {
  const { exchangeCurrentDensity, transferCoefficient } = electrode;
  const slope = (GAS_CONSTANT * kelvin) / (transferCoefficient * FARADAY);
  const growth = Math.exp((ACTIVATION_ENERGY / GAS_CONSTANT) * (1 / KELVIN_AT_25 - 1 / kelvin));
  return slope * Math.asinh(currentDensity / (2 * exchangeCurrentDensity * growth));
}

/** 0.5 to 2.45 A/cm², 25 to 90 °C, 0.05 to 0.5 Ω cm². */
export const ELECTROLYSIS: Calculator<keyof Inputs> = {
  goal: 'maximize',
  objective: 'energy efficiency',
  grid: {
    current_density_a_per_cm2: evenSteps(0.5, 2.45, 40),
    temperature_celsius: evenSteps(25, 90, 27),
    area_resistance_ohm_cm2: evenSteps(0.05, 0.5, 46),
  },
  outputsOf: electrolysisOf,
};
