import { type Calculator, evenSteps } from './calculator.rules.ts';
import type { Output } from './output.schema.ts';

type Inputs = Record<'current_density_a_per_cm2' | 'temperature_celsius' | 'area_resistance_ohm_cm2', number>;

/** J/(mol K) and C/mol, as the SI defines them since 2019. */
const GAS_CONSTANT = 8.314462618;
const FARADAY = 96_485.33212;
const KELVIN_AT_ZERO_CELSIUS = 273.15;
const KELVIN_AT_25 = 298.15;

/** Of liquid water at 25 °C and 1 bar, in volts: what the reaction takes as work, and what as work and heat together. */
const REVERSIBLE_AT_25 = 1.229;
const THERMONEUTRAL = 1.481;
/** How the reversible voltage falls with the temperature, in V/K: the entropy of the reaction, 163.3 J/(mol K), over 2 F. */
const REVERSIBLE_PER_KELVIN = 0.000846;

/**
 * Assumed, of the order that acid cells of today have: how fast each electrode works by itself at 25 °C, in A/cm², how much of a
 * volt helps it, and how much energy the reaction has to climb over, in J/mol.
 */
const ANODE = { exchangeCurrentDensity: 1e-7, transferCoefficient: 2 };
const CATHODE = { exchangeCurrentDensity: 1e-3, transferCoefficient: 0.5 };
const ACTIVATION_ENERGY = 50_000;

/**
 * A cell that splits water, at normal pressure. Its voltage is the reversible one at its temperature, and what drives each
 * electrode, RT/(αF) · arsinh(j / 2 j0), and what the current takes through the cell, j · r. The exchange current density j0
 * grows with the temperature as Arrhenius has it. The energy efficiency is the thermoneutral voltage over that of the cell: the
 * heat of combustion of the hydrogen over the work put in. Below the thermoneutral voltage the rest is taken in as heat, so it
 * is never more than 1.
 *
 * Source: O'Hayre, Cha, Colella and Prinz, Fuel Cell Fundamentals, chapters 2 (reversible voltage and temperature) and 3 (the
 * equation of Butler and Volmer, here in its symmetrical form, and the exchange current); Carmo, Fritz, Mergel and Stolten, A comprehensive review on PEM
 * water electrolysis, International Journal of Hydrogen Energy 38 (2013), for cells that work backwards.
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
