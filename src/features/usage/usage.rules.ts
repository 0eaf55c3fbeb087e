import type { MonthAsked } from './usage.schema.ts';

/** What a text call used. */
type TextTokens = { inputTokens: number; outputTokens: number };

/**
 * Prices of a single token in units of 10⁻⁸ USD: 0.15 USD per million tokens in, 0.60 USD per million out. Whole numbers,
 * so that sums are exact.
 */
const INPUT_TOKEN_PRICE = 15n;
const OUTPUT_TOKEN_PRICE = 60n;
const UNITS_PER_DOLLAR = 100_000_000n;

/** What providers are paid for a picture by. */
export type ImageQuality = 'standard' | 'hd';

/** The price of a picture, in the same units: 0.040 USD, or 0.080. */
const IMAGE_PRICES: Readonly<Record<ImageQuality, bigint>> = { standard: 4_000_000n, hd: 8_000_000n };

/** How many of the calls of a day a picture takes: it costs as much as some hundred texts, and takes ten times as long. */
const CALLS_OF_IMAGE: Readonly<Record<ImageQuality, number>> = { standard: 5, hd: 10 };

/** What a call of the small text model costs, in USD, as a decimal with eight places. */
export function costOfText({ inputTokens, outputTokens }: TextTokens): string {
  return inDollars(BigInt(inputTokens) * INPUT_TOKEN_PRICE + BigInt(outputTokens) * OUTPUT_TOKEN_PRICE);
}

/** What a picture of the image model costs, in USD, as a decimal with eight places. */
export function costOfImage(quality: ImageQuality): string {
  return inDollars(IMAGE_PRICES[quality]);
}

/** How many of the AI calls of a day a picture takes. */
export function callsOfImage(quality: ImageQuality): number {
  return CALLS_OF_IMAGE[quality];
}

function inDollars(units: bigint): string {
  const fraction = String(units % UNITS_PER_DOLLAR).padStart(8, '0');
  return `${units / UNITS_PER_DOLLAR}.${fraction}`;
}

/** A stretch of time, from its first instant until just before its end. */
export type Span = { from: Date; until: Date };

/** The first instant of the month that a query asks for: the one of `now` where it names none. */
export function monthAskedFor({ year, month }: MonthAsked, now: Date): Date {
  return year === undefined || month === undefined ? now : new Date(Date.UTC(year, month - 1));
}

/** The calendar month of an instant, in UTC. */
export function monthOf(instant: Date): Span {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}
