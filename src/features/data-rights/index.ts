export type { DataRightsDeps } from './deps.ts';
