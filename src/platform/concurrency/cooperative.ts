import { setImmediate as letOthersRun } from 'node:timers/promises';

/** How long such work keeps the event loop to itself. */
const MAX_BLOCKING_MS = 5;
const ITEMS_PER_STEP = 200;

/** A rest that is taken only once a slice of time is used up: to be awaited between the steps of long work. */
export function createYielder(): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < MAX_BLOCKING_MS) return undefined;
    return letOthersRun().then(() => {
      start = performance.now();
    });
  };
}

/** Does the steps to the end and gives their result. Others run in between, so each step should be short. */
export async function runYielding<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  const rest = createYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await rest();
  }
}

/** The JSON of a list of what `viewOf` makes of each item. Others run in between, however long the list is. */
export async function stringifyYielding<Item>(items: readonly Item[], viewOf: (item: Item) => object): Promise<string> {
  const rest = createYielder();
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += ITEMS_PER_STEP) {
    parts.push(JSON.stringify(items.slice(start, start + ITEMS_PER_STEP).map(viewOf)).slice(1, -1));
    await rest();
  }
  return `[${parts.join(',')}]`;
}
