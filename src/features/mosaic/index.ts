export type { MosaicDeps } from './deps.ts';
export { redrawMosaic } from './generation.actions.ts';
export { selectMosaicUrl } from './mosaic-list.actions.ts';
