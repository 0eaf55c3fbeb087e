/** How far from the prediction a confirmation may be: 5 percent of it. */
const TOLERANCE = 0.05;
/** So many people confirm what is robust. */
const CONFIRMATIONS_OF_ROBUST = 50;
/** From so many values on there is a deviation to speak of. */
const MIN_VALUES = 3;
/** More standard deviations from the mean than this are an anomaly. */
const DEVIATIONS_OF_ANOMALY = 2;
/** 5 percent of a decimal number is rarely a number that a computer has: it may be off by so much of itself. */
const ROUNDING = 1e-12;
/**
 * How far from the prediction a value is that confirms it, the edge included, as a share of the prediction. Both are compared
 * `timesAsLarge`: that changes no digit, and so 5 percent of no prediction are too small for a computer.
 */
export const CONFIRMING = { share: TOLERANCE + ROUNDING, timesAsLarge: 2 ** 600 };

/** What all replications of a template come to. */
export type Judgement = {
  replications: number;
  confirmations: number;
  isRobust: boolean;
  /** Of fewer than three values there is neither. */
  mean: number | null;
  deviation: number | null;
};

/**
 * Judges what people have measured, one value a person; `predicted` is null where nothing is predicted. It depends on the
 * values alone and not on their order.
 *
 * The deviation is that of a sample, with n − 1 in the denominator, since those who replicated stand for all who could: NIST/SEMATECH
 * e-Handbook of Statistical Methods, 1.3.5.6, Measures of Scale. By it nothing is further from the mean than (n − 1) / √n deviations
 * (Shiffler, Maximum Z Scores and Outliers, The American Statistician 42, 1988), so that the first anomaly is among six.
 */
export function judgeReplications(values: readonly number[], predicted: number | null): Judgement {
  const confirmations = values.filter((value) => predicted !== null && confirms(value, predicted)).length;
  return {
    replications: values.length,
    confirmations,
    isRobust: confirmations >= CONFIRMATIONS_OF_ROBUST,
    ...(values.length < MIN_VALUES ? { mean: null, deviation: null } : spreadOf(values)),
  };
}

/** Whether a value is as predicted, the edge of 5 percent included. */
export function confirms(value: number, predicted: number): boolean {
  const { share, timesAsLarge } = CONFIRMING;
  return Math.abs(value - predicted) * timesAsLarge <= Math.abs(predicted) * timesAsLarge * share;
}

/** Whether a value is far from what the others have measured. */
export function isAnomaly(value: number, { mean, deviation }: Pick<Judgement, 'mean' | 'deviation'>): boolean {
  return mean !== null && deviation !== null && Math.abs(value - mean) > DEVIATIONS_OF_ANOMALY * deviation;
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const unit = powerOfTwoNear(values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0));
  // Sums of numbers that a computer has depend on their order.
  const rising = values.map((value) => value / unit).toSorted((one, other) => one - other);
  const mean = sumOf(rising) / rising.length;
  const squares = rising.map((value) => (value - mean) ** 2);
  return { mean: mean * unit, deviation: Math.sqrt(sumOf(squares) / (rising.length - 1)) * unit };
}

/** In units of it, squares of numbers of that magnitude are neither too large nor too small for a computer; their digits stay. */
const powerOfTwoNear = (magnitude: number) => (magnitude === 0 ? 1 : 2 ** Math.floor(Math.log2(magnitude)));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
