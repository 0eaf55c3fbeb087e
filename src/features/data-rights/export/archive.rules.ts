/** The storage key of the archive of an export. */
export function archiveKey(exportId: string): string {
  return `exports/${exportId}.zip`;
}

/** The name that a browser gives the downloaded file. */
export function archiveName(createdAt: Date): string {
  return `meadow-${createdAt.toISOString().slice(0, 10)}.zip`;
}

/** The ending of a storage key, with its dot. */
export function endingOf(key: string): string {
  return key.slice(key.lastIndexOf('.'));
}
