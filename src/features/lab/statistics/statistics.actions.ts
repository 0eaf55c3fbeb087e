import type { Db } from '../../../platform/db/database.ts';
import { CONFIRMING } from '../replication/replication.rules.ts';
import { type Span, type TemplateTally, tallyTemplates } from './statistics.store.ts';

/**
 * What others than their authors have made of these templates within a time, in no order; one that does not exist is left out. Somebody
 * who copies a template several times, or does several copies, counts once. A film counts from when it was handed in.
 */
export async function talliesOfTemplates(
  db: Db,
  templateIds: readonly string[],
  span: Span,
): Promise<readonly TemplateTally[]> {
  return tallyTemplates(db, templateIds, span, CONFIRMING);
}
