export type { FileReaders, FindFileReaders, MediaDeps } from './deps.ts';
export { discardFile, keyOfUrl, publicUrlOf, signedUrl } from './media.actions.ts';
