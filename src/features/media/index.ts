export { discardFile, keyOfAddress, type MediaDeps, publicAddressOf, signedUrl } from './media.actions.ts';
