export { discardFile, keyOfAddress, type MediaDeps, publicAddressOf, signedAddressOf } from './media.actions.ts';
