export { activeSubscribers } from './subscription.actions.ts';
