export type { WebhookDeps } from './deps.ts';
export { deleteEndpointsOf } from './endpoint/endpoint.store.ts';
