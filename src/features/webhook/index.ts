export { queueOrganizationEvents } from './queue/queue.actions.ts';
