export type { SyntheticUserDeps } from './deps.ts';
