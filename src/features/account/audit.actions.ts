import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Ids } from '../../platform/ids.ts';
import { insertAuditRecords } from './audit.store.ts';

export type AuditDeps = { db: Db; clock: Clock; ids: Ids };

/** What somebody did by privilege: `action` is a stable `area.verb`, done to each of the subjects. */
export type AuditedDeed = { action: string; subjectType: string; subjectIds: readonly string[] };

/** Writes a privileged deed down, one record for each subject. */
export async function recordAudit(deps: AuditDeps, actor: Actor, deed: AuditedDeed): Promise<void> {
  await insertAuditRecords(deps.db, {
    ...deed,
    ids: deed.subjectIds.map(() => deps.ids.next()),
    actorId: actor.userId,
    now: deps.clock.now(),
  });
}
