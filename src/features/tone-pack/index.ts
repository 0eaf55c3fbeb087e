export type { TonePackDeps } from './deps.ts';
