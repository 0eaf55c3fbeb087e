import { createHash } from 'node:crypto';
import type { Config } from '#app/config.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';

/** A digest of each stored file, by its key. */
export async function digestFiles({ storage: settings }: Pick<Config, 'storage'>): Promise<Map<string, string>> {
  const storage = await createStorage(settings, () => undefined);
  const files = new Map<string, string>();
  for await (const { key } of storage.list()) {
    const bytes = (await storage.read(key))?.bytes ?? new Uint8Array();
    files.set(key, createHash('sha256').update(bytes).digest('hex'));
  }
  return files;
}
