/** A few orphans are always plausible. */
const MAX_UNCHECKED = 100;
const MAX_SHARE = 0.1;

/** Whether so many of the files can be leftovers. Otherwise the rows that name them are probably in another database. */
export function isPlausible({ files, orphans }: { files: number; orphans: number }): boolean {
  return orphans <= MAX_UNCHECKED || orphans <= files * MAX_SHARE;
}
