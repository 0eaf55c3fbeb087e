import type { Db } from '../../platform/db/database.ts';
import { existsGroupInChargeOf } from './charge.store.ts';

/** Whether somebody owns an organization or leads a team by name: neither can be without them. */
export async function isInChargeOfGroups(db: Db, userId: string): Promise<boolean> {
  return existsGroupInChargeOf(db, userId);
}
