/** The maximum relative deviation of a confirmation from the prediction. */
const MAX_DEVIATION = 0.05;
const MIN_CONFIRMATIONS_OF_ROBUST = 50;
/** A mean and deviation of fewer values would be meaningless. */
const MIN_VALUES = 3;
/** The maximum distance from the mean in standard deviations. An anomaly exceeds it. */
const MAX_DEVIATIONS = 2;
/** The relative rounding error allowed, since 5 percent of a decimal number is rarely exact in binary. */
const ROUNDING = 1e-12;

/**
 * A value confirms a prediction if it differs by at most `fraction` of the prediction. Both sides of the comparison are multiplied
 * by `scale`, a power of two, so that 5 percent of a small prediction does not underflow.
 */
export const CONFIRMATION_TOLERANCE = { fraction: MAX_DEVIATION + ROUNDING, scale: 2 ** 600 };

export type ReplicationSummary = {
  replications: number;
  confirmations: number;
  isRobust: boolean;
  /** null for fewer than three values, like `deviation`. */
  mean: number | null;
  deviation: number | null;
};

/**
 * Summarizes the replications of a template, one value for each user. The order of the values does not matter. `predicted` is null
 * if the template predicts nothing.
 *
 * `deviation` is the sample standard deviation, with n − 1 in the denominator: NIST/SEMATECH e-Handbook of Statistical Methods,
 * 1.3.5.6, Measures of Scale. No value is further from the mean than (n − 1) / √n deviations (Shiffler, Maximum Z Scores and
 * Outliers, The American Statistician 42, 1988), so an anomaly needs at least six values.
 */
export function summarizeReplications(values: readonly number[], predicted: number | null): ReplicationSummary {
  const confirmations = values.filter((value) => predicted !== null && confirms(value, predicted)).length;
  return {
    replications: values.length,
    confirmations,
    isRobust: confirmations >= MIN_CONFIRMATIONS_OF_ROBUST,
    ...(values.length < MIN_VALUES ? { mean: null, deviation: null } : spreadOf(values)),
  };
}

/** Whether a value is within 5 percent of the prediction, both limits included. */
export function confirms(value: number, predicted: number): boolean {
  const { fraction, scale } = CONFIRMATION_TOLERANCE;
  return Math.abs(value - predicted) * scale <= Math.abs(predicted) * scale * fraction;
}

/** Whether a value is more than 2 standard deviations from the mean. */
export function isAnomaly(value: number, { mean, deviation }: Pick<ReplicationSummary, 'mean' | 'deviation'>): boolean {
  return mean !== null && deviation !== null && Math.abs(value - mean) > MAX_DEVIATIONS * deviation;
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const unit = powerOfTwoNear(values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0));
  // Sorted, since a sum of floats depends on their order.
  const ascending = values.map((value) => value / unit).toSorted((one, other) => one - other);
  const mean = sumOf(ascending) / ascending.length;
  const squares = ascending.map((value) => (value - mean) ** 2);
  return { mean: mean * unit, deviation: Math.sqrt(sumOf(squares) / (ascending.length - 1)) * unit };
}

/** A unit in which squares of this magnitude neither overflow nor underflow. A power of two changes no digit. */
const powerOfTwoNear = (magnitude: number) => (magnitude === 0 ? 1 : 2 ** Math.floor(Math.log2(magnitude)));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
