import type { Clock } from '../../platform/clock.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import type { Logger } from '../../platform/log.ts';
import type { Storage, StoredFile } from '../../providers/storage/storage.ts';
import { expiryOf, isPublic, secondsUntil, signedText } from './media.rules.ts';
import { mediaErrors, type Permit } from './media.schema.ts';

export type MediaDeps = {
  clock: Clock;
  log: Logger;
  publicUrl: string;
  storage: Storage;
  /** Signs the addresses of private files. */
  mediaSignatures: Signatures;
};

export type ReadMediaDeps = MediaDeps & {
  /** The first parts of the keys of files that everybody may read. */
  publicFolders: readonly string[];
};

/** A file on its way out; `secondsLeft` says how long its address works, null that it always does. */
export type Media = StoredFile & { secondsLeft: number | null };

/** The file with this key, if it is public or the permit is good. Throws `media.not-found`, whatever the reason. */
export async function readMedia(deps: ReadMediaDeps, key: string, permit: Permit): Promise<Media> {
  const secondsLeft = isPublic(key, deps.publicFolders) ? null : secondsPermitted(deps, key, permit);
  const file = await deps.storage.read(key);
  if (file === null) throw mediaErrors.notFound();
  return { ...file, secondsLeft };
}

/** The address of a file in a public folder. It works as long as the file is there. */
export function publicAddressOf(deps: MediaDeps, key: string): string {
  return `${deps.publicUrl}/media/${key}`;
}

/** The address of a private file, for whoever may see it now. It works for 30 to 60 minutes. */
export function signedUrl(deps: MediaDeps, key: string): string {
  const expires = expiryOf(deps.clock.now());
  const signature = deps.mediaSignatures.sign(signedText(key, expires));
  return `${publicAddressOf(deps, key)}?expires=${expires}&signature=${signature}`;
}

/** The key of the file that an address of ours leads to, or null where the address leads elsewhere. */
export function keyOfAddress(deps: MediaDeps, address: string): string | null {
  const beginning = publicAddressOf(deps, '');
  return address.startsWith(beginning) ? address.slice(beginning.length) : null;
}

/** Deletes a file that nothing leads to any more. Where that fails the file stays, which harms nobody: it is logged. */
export async function discardFile(deps: MediaDeps, key: string): Promise<void> {
  try {
    await deps.storage.delete(key);
  } catch {
    deps.log.warn('a file that nothing leads to could not be deleted');
  }
}

function secondsPermitted(deps: MediaDeps, key: string, { expires = 0, signature = '' }: Permit): number {
  const secondsLeft = secondsUntil(expires, deps.clock.now());
  const isGood = secondsLeft > 0 && deps.mediaSignatures.isSigned(signedText(key, expires), signature);
  if (!isGood) throw mediaErrors.notFound();
  return secondsLeft;
}
