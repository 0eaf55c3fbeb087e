export type { SponsorDeps } from './deps.ts';
