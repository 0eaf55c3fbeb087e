export const MAX_NAME_LENGTH = 100;

/** Days, as text for a choice of the form. The server takes any number up to the last. */
export const LIFETIMES = ['7', '30', '90', '365'] as const;
export type Lifetime = (typeof LIFETIMES)[number];
export const DEFAULT_LIFETIME: Lifetime = '90';

const DAY_MS = 86_400_000;

/** When a token ends that is created now, as the server decides it. */
export function endAfter(now: Date, lifetime: Lifetime): Date {
  return new Date(now.getTime() + Number(lifetime) * DAY_MS);
}
