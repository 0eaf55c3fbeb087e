import type { MonthQuery } from './usage.schema.ts';

type TextTokens = { inputTokens: number; outputTokens: number };

/** Prices of one token in units of 10⁻⁸ USD: 0.15 USD per million input tokens, 0.60 USD per million output tokens. */
const INPUT_TOKEN_PRICE = 15n;
const OUTPUT_TOKEN_PRICE = 60n;
const UNITS_PER_USD = 100_000_000n;

/** Providers charge for an image by its quality. */
export type ImageQuality = 'standard' | 'hd';

/** Prices of one image in the same units: 0.040 and 0.080 USD. */
const IMAGE_PRICES: Readonly<Record<ImageQuality, bigint>> = { standard: 4_000_000n, hd: 8_000_000n };

/** An image counts as several AI calls: it costs as much as some hundred texts and takes ten times as long. */
const CALLS_OF_IMAGE: Readonly<Record<ImageQuality, number>> = { standard: 5, hd: 10 };

/** The cost of a call of the small text model in USD, as a decimal with eight places. */
export function costOfText({ inputTokens, outputTokens }: TextTokens): string {
  return toUsd(BigInt(inputTokens) * INPUT_TOKEN_PRICE + BigInt(outputTokens) * OUTPUT_TOKEN_PRICE);
}

/** The cost of one image in USD, as a decimal with eight places. */
export function costOfImage(quality: ImageQuality): string {
  return toUsd(IMAGE_PRICES[quality]);
}

export function callsOfImage(quality: ImageQuality): number {
  return CALLS_OF_IMAGE[quality];
}

function toUsd(units: bigint): string {
  const fraction = String(units % UNITS_PER_USD).padStart(8, '0');
  return `${units / UNITS_PER_USD}.${fraction}`;
}

/** `until` is exclusive. */
export type TimeSpan = { from: Date; until: Date };

/** An instant in the requested month; `now` if the query has none. */
export function requestedMonth({ year, month }: MonthQuery, now: Date): Date {
  return year === undefined || month === undefined ? now : new Date(Date.UTC(year, month - 1));
}

/** The calendar month of an instant, in UTC. */
export function monthOf(instant: Date): TimeSpan {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}
