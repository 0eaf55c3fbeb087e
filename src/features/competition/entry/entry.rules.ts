import { entryErrors } from './entry.schema.ts';

/** Checks whether the actor can enter a template that they can see. */
export function checkEntry(template: { isOwn: boolean; isPublic: boolean }): void {
  if (!template.isOwn) throw entryErrors.notYourTemplate();
  if (!template.isPublic) throw entryErrors.templateNotPublic();
}

/**
 * The ranks of consecutive entries, best first. Equal scores share a rank, and the ranks after them are skipped. `better` is the number
 * of entries with a better score than the first of these, `before` the number of entries listed before it.
 */
export function ranksOf(scores: readonly number[], { better, before }: { better: number; before: number }): number[] {
  let rank = better + 1;
  return scores.map((score, index) => {
    if (index > 0 && score !== scores[index - 1]) rank = before + index + 1;
    return rank;
  });
}

/** Scores are stored in hundredths. */
export function pointsOf(score: number): number {
  return score / 100;
}
