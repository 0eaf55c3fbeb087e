export type { CompetitionDeps } from './deps.ts';
