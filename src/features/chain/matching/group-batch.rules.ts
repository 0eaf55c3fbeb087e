/** Users that are matched in one transaction, if not all of them are in one group. Their chains are locked until it ends. */
export const USERS_PER_BATCH = 1_000;

/**
 * The groups in batches of at most `USERS_PER_BATCH` open windows, in order. A group with more windows is a batch of its own, and
 * so is each of the `closed` groups, which have rows but no window: how many is not known. Can be consumed by several tasks.
 */
export function* batchGroups(
  open: readonly { group: string; windows: number }[],
  closed: readonly string[],
): Generator<string[]> {
  let batch: string[] = [];
  let users = 0;
  for (const { group, windows } of open) {
    if (batch.length > 0 && users + windows > USERS_PER_BATCH) {
      yield batch;
      [batch, users] = [[], 0];
    }
    batch.push(group);
    users += windows;
  }
  if (batch.length > 0) yield batch;
  for (const group of closed) yield [group];
}
