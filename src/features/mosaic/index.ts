export { findMosaicUrl } from './mosaic-list.actions.ts';
