export { queueEvents, queueOrganizationEvents } from './queue/queue.actions.ts';
