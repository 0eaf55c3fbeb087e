import { realpath, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startLoop } from '../concurrency/loop.ts';

/** A disk, and what of ours it holds. */
export type Disk = { holds: string[]; freeBytes: number; totalBytes: number };

/** What is kept where, such as `files` in a folder. The folder does not have to be there yet. */
export type Places = Readonly<Record<string, string>>;

const LOW_BYTES = 1024 ** 3;
const LOW_SHARE = 0.05;
const LOOK_MS = 60_000;

/** Whether somebody should make room: less than 1 GB is free, or less than a twentieth. */
export function isLow({ freeBytes, totalBytes }: Pick<Disk, 'freeBytes' | 'totalBytes'>): boolean {
  return freeBytes < LOW_BYTES || freeBytes < LOW_SHARE * totalBytes;
}

/** The disks of these places, each once, with what is free for this account. Links are followed. What cannot be read is left out. */
export async function readDisks(places: Places): Promise<Disk[]> {
  const disks = new Map<number, Disk>();
  for (const [name, folder] of Object.entries(places)) {
    const found = await readDisk(folder).catch(() => null);
    if (found === null) continue;
    const known = disks.get(found.device);
    if (known !== undefined) known.holds.push(name);
    else disks.set(found.device, { holds: [name], freeBytes: found.freeBytes, totalBytes: found.totalBytes });
  }
  return [...disks.values()];
}

async function readDisk(folder: string): Promise<{ device: number; freeBytes: number; totalBytes: number }> {
  const existing = await nearestExisting(folder);
  const [{ dev: device }, { bavail, blocks, bsize }] = await Promise.all([stat(existing), statfs(existing)]);
  return { device, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

async function nearestExisting(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  if (real !== null) return real;
  const above = dirname(folder);
  return above === folder ? folder : nearestExisting(above);
}

export type DiskWatchOptions = {
  read: () => Promise<Disk[]>;
  /** Told once when a disk becomes low, and again after it was not. */
  onLow: (disk: Disk) => void;
  everyMs?: number;
};

/** Looks at the disks each minute, until it is stopped. */
export function watchDisks({ read, onLow, everyMs = LOOK_MS }: DiskWatchOptions): { stop(): Promise<void> } {
  let lowBefore = new Set<string>();
  return startLoop({
    intervalMs: everyMs,
    work: async () => {
      const low = (await read()).filter(isLow);
      for (const disk of low) if (!lowBefore.has(disk.holds.join())) onLow(disk);
      lowBefore = new Set(low.map(({ holds }) => holds.join()));
    },
    onError: () => undefined,
  });
}
