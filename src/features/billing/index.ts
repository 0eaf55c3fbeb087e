export { listActiveSubscribers } from './subscription/subscription.store.ts';
