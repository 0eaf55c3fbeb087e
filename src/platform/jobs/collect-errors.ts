/** Errors listed in the response of a run. */
const MAX_COLLECTED_ERRORS = 100;

/** Adds errors to the list of a run, up to the limit. */
export function collectErrors(collected: string[], ...errors: readonly string[]): void {
  collected.push(...errors.slice(0, MAX_COLLECTED_ERRORS - collected.length));
}
