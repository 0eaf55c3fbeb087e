export type { MosaicDeps } from './deps.ts';
export { redrawMosaic } from './generation.actions.ts';
export { findMosaicUrl } from './mosaic-list.actions.ts';
