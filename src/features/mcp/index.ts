export type { McpDeps } from './deps.ts';
