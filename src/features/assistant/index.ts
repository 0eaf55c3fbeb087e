export type { AssistantDeps } from './deps.ts';
