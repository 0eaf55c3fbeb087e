import { ProtocolError } from './protocol.ts';

type SandboxPrice = { name: string; euros: number; interval: 'month' | 'year' };

/** The prices of the sandbox. A checkout of any other price works, too; then its id is all there is to show. */
const PRICES: Readonly<Record<string, SandboxPrice>> = {
  price_sandbox_monthly: { name: 'Meadow Premium, monthly', euros: 5, interval: 'month' },
  price_sandbox_yearly: { name: 'Meadow Premium, yearly', euros: 50, interval: 'year' },
};

export const SANDBOX_PRICE_IDS: readonly string[] = Object.keys(PRICES);

/** The texts of a price on the pages of the sandbox. */
export function priceOnPage(id: string): { name: string; amount: string; interval: string } {
  const price = priceOf(id);
  if (price === undefined) return { name: 'A subscription', amount: '€1', interval: 'each period' };
  return { name: price.name, amount: `€${price.euros}`, interval: `a ${price.interval}` };
}

/** The price as an object of the API. Its product is an id unless the request expands it. */
export function priceObject(id: string, isExpanded: boolean): object {
  const price = priceOf(id);
  if (price === undefined) throw new ProtocolError(404, 'resource_missing', `No such price: '${id}'`, 'price');
  const productId = id.replace('price_', 'prod_');
  const product = { id: productId, object: 'product', name: price.name, active: true, livemode: false };
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'eur',
    livemode: false,
    product: isExpanded ? product : productId,
    recurring: { interval: price.interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: price.euros * 100,
    unit_amount_decimal: String(price.euros * 100),
  };
}

function priceOf(id: string): SandboxPrice | undefined {
  return Object.hasOwn(PRICES, id) ? PRICES[id] : undefined;
}
