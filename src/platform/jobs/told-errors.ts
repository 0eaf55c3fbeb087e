/** How many failures the answer of a run tells of. */
const ERRORS_TOLD = 100;

/** Tells of failures in the answer of a run, of the first hundred in all. */
export function tellErrors(told: string[], ...errors: readonly string[]): void {
  told.push(...errors.slice(0, ERRORS_TOLD - told.length));
}
