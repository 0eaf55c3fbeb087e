import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** How long a computation may block the event loop. */
const MAX_BLOCKING_MS = 5;
const ITEMS_PER_STEP = 200;

/** Creates a function to await between the steps of a long computation. It yields when the time slice is used up. */
export function createYielder(): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < MAX_BLOCKING_MS) return undefined;
    return yieldToEventLoop().then(() => {
      start = performance.now();
    });
  };
}

/** Runs all steps and returns their result, yielding in between. Each step should be short. */
export async function runYielding<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  const yieldIfDue = createYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldIfDue();
  }
}

/** Returns the JSON of the mapped items, yielding in between. */
export async function stringifyYielding<Item>(items: readonly Item[], viewOf: (item: Item) => object): Promise<string> {
  const yieldIfDue = createYielder();
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += ITEMS_PER_STEP) {
    parts.push(JSON.stringify(items.slice(start, start + ITEMS_PER_STEP).map(viewOf)).slice(1, -1));
    await yieldIfDue();
  }
  return `[${parts.join(',')}]`;
}
