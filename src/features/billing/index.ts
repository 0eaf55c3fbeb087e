export type { BillingDeps } from './deps.ts';
export { listCustomerIds } from './subscription/customer.store.ts';
export { selectSubscription } from './subscription/subscription.actions.ts';
export { Subscription } from './subscription/subscription.schema.ts';
export { listActiveSubscribers } from './subscription/subscription.store.ts';
