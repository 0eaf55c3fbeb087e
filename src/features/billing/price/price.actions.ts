import type { Clock } from '#platform/clock.ts';
import { createSingleFlightCache, type SingleFlightCache } from '#platform/concurrency/single-flight-cache.ts';
import type { PaymentPrice } from '#providers/payment/payment.ts';
import type { BillingDeps } from '../deps.ts';
import type { Price, PriceList } from './price.schema.ts';

/** How long prices are cached. Operators rarely change them. */
const MAX_STALE_MS = 10 * 60 * 1_000;
/** A price takes 200 bytes. */
const MAX_CACHED_BYTES = 1_000_000;

export function createPriceCache(clock: Clock): SingleFlightCache {
  // There is one key, so no computation waits for another.
  return createSingleFlightCache({ clock, ttlMs: MAX_STALE_MS, maxBytes: MAX_CACHED_BYTES, maxQueue: 1 });
}

/**
 * Lists the configured prices in their order, as the provider describes them; none without a provider. They are at most ten
 * minutes old. Concurrent calls share one load.
 */
export async function listPrices(deps: BillingDeps): Promise<PriceList> {
  const { payment, priceIds, priceCache } = deps;
  if (!payment.isConfigured() || priceIds.length === 0) return { prices: [] };
  const bytes = await priceCache('prices', async () => {
    const prices = await Promise.all(priceIds.map((id) => payment.readPrice(id)));
    return Buffer.from(JSON.stringify({ prices: prices.map(viewOf) } satisfies PriceList));
  });
  return JSON.parse(Buffer.from(bytes).toString());
}

function viewOf({ id, productName, amount, currency, interval, intervalCount }: PaymentPrice): Price {
  return { id, product_name: productName, amount, currency, interval, interval_count: intervalCount };
}
