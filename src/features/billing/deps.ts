import type { AccountDeps } from '#features/account';
import type { Clock } from '#platform/clock.ts';
import type { SingleFlightCache } from '#platform/concurrency/single-flight-cache.ts';
import type { Db } from '#platform/db/database.ts';
import type { RequestLimits } from '#platform/http/limits/rate-limit.ts';
import type { Ids } from '#platform/ids.ts';
import type { Payment } from '#providers/payment/payment.ts';

export type BillingDeps = Pick<AccountDeps, 'findAccount'> & {
  db: Db;
  clock: Clock;
  ids: Ids;
  payment: Payment;
  publicUrl: string;
  /** The provider's ids of the prices that can be bought. */
  priceIds: readonly string[];
  /** Shares the prices between callers, and keeps them for minutes. */
  priceCache: SingleFlightCache;
  /** The origins of allowed return URLs. */
  returnOrigins: readonly string[];
  requestLimits: Pick<RequestLimits, 'countFailure'>;
};
