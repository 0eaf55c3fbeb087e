/** Counts by name, since the start of this node. */
export type Counts = {
  count(name: string): void;
  read(): Readonly<Record<string, number>>;
};

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    read: () => Object.fromEntries(counts),
  };
}
