/** What a text call used. */
type TextTokens = { inputTokens: number; outputTokens: number };

/**
 * Prices of a single token in units of 10⁻⁸ USD: 0.15 USD per million tokens in, 0.60 USD per million out. Whole numbers,
 * so that sums are exact.
 */
const INPUT_TOKEN_PRICE = 15n;
const OUTPUT_TOKEN_PRICE = 60n;
const UNITS_PER_DOLLAR = 100_000_000n;

/** What a call of the small text model costs, in USD, as a decimal with eight places. */
export function costOfText({ inputTokens, outputTokens }: TextTokens): string {
  const units = BigInt(inputTokens) * INPUT_TOKEN_PRICE + BigInt(outputTokens) * OUTPUT_TOKEN_PRICE;
  const fraction = String(units % UNITS_PER_DOLLAR).padStart(8, '0');
  return `${units / UNITS_PER_DOLLAR}.${fraction}`;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Whole seconds until the next day begins in UTC, at least 1. */
export function secondsUntilNextDay(now: Date): number {
  return DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);
}

/** A stretch of time, from its first instant until just before its end. */
export type Span = { from: Date; until: Date };

/** The calendar month of an instant, in UTC. */
export function monthOf(instant: Date): Span {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}
