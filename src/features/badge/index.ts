export type { BadgeDeps } from './deps.ts';
