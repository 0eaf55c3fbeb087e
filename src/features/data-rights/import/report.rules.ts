import type { ImportReport, LeftOutGroup } from './import.schema.ts';

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 100;

export function count(counts: Record<string, number>, kind: string, by = 1): void {
  counts[kind] = (counts[kind] ?? 0) + by;
}

/** Counts what is left out, by kind and reason, with the first examples. */
export function addLeftOut(
  report: ImportReport,
  { kind, reason, example }: Pick<LeftOutGroup, 'kind' | 'reason'> & { example: string },
): void {
  let group = report.leftOut.find((one) => one.kind === kind && one.reason === reason);
  if (group === undefined) {
    group = { kind, reason, count: 0, examples: [] };
    report.leftOut.push(group);
  }
  group.count += 1;
  const text = example.toWellFormed().replaceAll('\0', '').slice(0, MAX_EXAMPLE_LENGTH).toWellFormed();
  if (group.examples.length < MAX_EXAMPLES && text !== '') group.examples.push(text);
}
