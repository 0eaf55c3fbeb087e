import type { Db } from '../../../platform/db/database.ts';
import { countLabWeek, type LabWeek } from './week.store.ts';

/** How many public templates are new, how often such were replicated, and how many became robust, in a span of time. */
export async function summarizeLab(db: Db, from: Date, until: Date): Promise<LabWeek> {
  return countLabWeek(db, from, until);
}
