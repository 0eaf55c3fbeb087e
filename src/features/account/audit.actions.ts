import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Ids } from '../../platform/ids.ts';
import { insertAuditRecords } from './audit.store.ts';

export type AuditDeps = { clock: Clock; ids: Ids };

/** What somebody did by privilege: `action` is a stable `area.verb`, done to each of the subjects. */
export type AuditedDeed = { action: string; subjectType: string; subjectIds: readonly string[] };

/** Writes a privileged deed down, one record for each subject; in the transaction of the deed where there is one. */
export async function recordAudit(deps: AuditDeps, db: Db | Tx, actor: Actor, deed: AuditedDeed): Promise<void> {
  await insertAuditRecords(db, {
    ...deed,
    ids: deed.subjectIds.map(() => deps.ids.next()),
    actorId: actor.userId,
    now: deps.clock.now(),
  });
}
