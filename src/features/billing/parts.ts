import type { Machine } from '#access/machine.ts';
import type { WalletDeps } from '#features/wallet';
import type { BillingDeps } from './deps.ts';
import { createPriceCache } from './price/price.actions.ts';
import { listActiveSubscribers } from './subscription/subscription.store.ts';

type BillingParts = Pick<BillingDeps, 'priceCache' | 'priceIds' | 'returnOrigins'> &
  Pick<WalletDeps, 'listActiveSubscribers'>;

type Settings = { config: { payment: { priceIds: readonly string[] }; http: { corsOrigins: readonly string[] } } };

export function createBillingParts({ db, clock, publicUrl, config }: Machine & Settings): BillingParts {
  return {
    priceCache: createPriceCache(clock),
    priceIds: config.payment.priceIds,
    returnOrigins: [publicUrl, ...config.http.corsOrigins],
    listActiveSubscribers: (userIds) => listActiveSubscribers(db, userIds),
  };
}
