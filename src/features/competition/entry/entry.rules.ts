import { entryErrors } from './entry.schema.ts';

/** Why somebody may not enter a template that they see, or null. */
export function checkEntry(template: { isOwn: boolean; isPublic: boolean }): Error | null {
  if (!template.isOwn) return entryErrors.notYourTemplate();
  return template.isPublic ? null : entryErrors.templateNotPublic();
}

/**
 * The places of entries that follow each other down the board, the best first: the same for the same score, and after it as many are
 * left out. `better` entries have a better score than the first of these, `before` stand before it.
 */
export function placesOf(scores: readonly number[], { better, before }: { better: number; before: number }): number[] {
  let place = better + 1;
  return scores.map((score, index) => {
    if (index > 0 && score !== scores[index - 1]) place = before + index + 1;
    return place;
  });
}
