/** How many failures the answer of a run tells of. */
const MAX_COLLECTED_ERRORS = 100;

/** Tells of failures in the answer of a run, of the first hundred in all. */
export function collectErrors(told: string[], ...errors: readonly string[]): void {
  told.push(...errors.slice(0, MAX_COLLECTED_ERRORS - told.length));
}
