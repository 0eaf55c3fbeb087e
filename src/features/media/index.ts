export { discardFile, keyOfAddress, type MediaDeps, publicAddressOf } from './media.actions.ts';
