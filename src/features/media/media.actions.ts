import { digestOf } from '#platform/crypto/digest.ts';
import type { StoredFile } from '#providers/storage/storage.ts';
import type { MediaDeps } from './deps.ts';
import { expiryOf, folderOf, freshSecondsOf, isPublic, isReader, secondsUntil, signedText } from './media.rules.ts';
import { mediaErrors, type UrlSignature } from './media.schema.ts';

/** A file, its entity tag, and for how many seconds a client may keep it unasked; null for a public URL. */
export type Media = StoredFile & { etag: string; freshSeconds: number | null };

/** Reads a file that is public, or has a valid signature of readers who may see it now. */
export async function readMedia(
  deps: MediaDeps,
  publicFolders: readonly string[],
  key: string,
  signature: UrlSignature,
): Promise<Media> {
  const secondsLeft = isPublic(key, publicFolders) ? null : checkSignature(deps, key, signature);
  if (secondsLeft !== null && !(await isShown(deps, key, signature.audience ?? null))) throw mediaErrors.notFound();
  const file = await deps.storage.read(key);
  if (file === null) throw mediaErrors.notFound();
  return {
    ...file,
    etag: `"${digestOf(file.bytes).toString('base64url')}"`,
    freshSeconds: secondsLeft === null ? null : freshSecondsOf(secondsLeft),
  };
}

/** The permanent URL of a file in a public folder. */
export function publicUrlOf(deps: Pick<MediaDeps, 'publicUrl'>, key: string): string {
  return `${deps.publicUrl}/media/${key}`;
}

/**
 * A URL of a private file, the same all day and valid for 24 to 48 hours: for the owner of the file, or for an audience as long as the file
 * has it.
 */
export function signedUrl(
  deps: Pick<MediaDeps, 'clock' | 'publicUrl' | 'mediaSignatures'>,
  key: string,
  audience: string | null = null,
): string {
  const expires = expiryOf(deps.clock.now());
  const signature = deps.mediaSignatures.sign(signedText(key, expires, audience));
  const readers = audience === null ? '' : `&audience=${audience}`;
  return `${publicUrlOf(deps, key)}?expires=${expires}${readers}&signature=${signature}`;
}

/** Whether the readers of a URL may see the file now. */
async function isShown({ fileReaders }: MediaDeps, key: string, audience: string | null): Promise<boolean> {
  const findReaders = fileReaders[folderOf(key)];
  if (findReaders === undefined) return true;
  const readers = await findReaders(key);
  return readers !== undefined && isReader(audience, readers);
}

/** The key of the file behind a public URL of this service, or null for any other URL. */
export function keyOfUrl(deps: Pick<MediaDeps, 'publicUrl'>, url: string): string | null {
  const prefix = publicUrlOf(deps, '');
  return url.startsWith(prefix) ? url.slice(prefix.length) : null;
}

/** Deletes an unused file. A failure is logged and leaves the file in the storage. */
export async function discardFile(deps: Pick<MediaDeps, 'storage' | 'log'>, key: string): Promise<void> {
  try {
    await deps.storage.delete(key);
  } catch {
    deps.log.warn({ event: 'media.delete-failed' }, 'Could not delete an unused file');
  }
}

/** Returns the remaining validity in seconds. */
function checkSignature(deps: MediaDeps, key: string, { expires = 0, audience, signature = '' }: UrlSignature): number {
  const secondsLeft = secondsUntil(expires, deps.clock.now());
  const isValid =
    secondsLeft > 0 && deps.mediaSignatures.isSigned(signedText(key, expires, audience ?? null), signature);
  if (!isValid) throw mediaErrors.notFound();
  return secondsLeft;
}
