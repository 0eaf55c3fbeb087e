export type { FileReaders, MediaDeps } from './deps.ts';
export { discardFile, keyOfUrl, publicUrlOf, signedUrl } from './media.actions.ts';
