/**
 * How long an account takes no sign-in after the first, second … wrong one in a row, in seconds; the last pause is that after
 * all further ones. Five may come without a pause, then it doubles up to 15 minutes.
 */
export const PAUSES_SECONDS: readonly number[] = [0, 0, 0, 0, 30, 60, 120, 240, 480, 900];
