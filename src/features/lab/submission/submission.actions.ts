import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { AppError } from '../../../platform/errors.ts';
import type { Ids } from '../../../platform/ids.ts';
import { recordAudit } from '../../account/index.ts';
import { claimSubmission, existsSubmission, type Submissions } from './submission.store.ts';

export type DecisionDeps = { db: Db; clock: Clock; ids: Ids };

/** A kind of thing that people hand in, and that nobody sees until a super admin approves it. */
export type SubmissionKind = {
  table: Submissions;
  /** As the audit log calls it. */
  noun: string;
  errors: { notFound: () => AppError; notPending: () => AppError };
};

/**
 * Approves something that was handed in where there is no reason, and declines it with one, once and for all; the audit log says
 * who did. Throws `notPending` of its kind where somebody has decided before, and `notFound`.
 */
export async function decideAbout<Row>(
  deps: DecisionDeps,
  actor: Actor,
  kind: SubmissionKind,
  { id, reason }: { id: string; reason: string | null },
): Promise<Row> {
  const { table, noun, errors } = kind;
  const decided = await deps.db.transaction().execute(async (tx) => {
    const row = await claimSubmission<Row>(tx, table, { id, reason, now: deps.clock.now() });
    if (row === undefined) return undefined;
    const action = `lab.${reason === null ? 'approve' : 'decline'}-${noun}`;
    await recordAudit(deps, tx, actor, { action, subjectType: table, subjectIds: [id] });
    return row;
  });
  if (decided !== undefined) return decided;
  throw (await existsSubmission(deps.db, table, id)) ? errors.notPending() : errors.notFound();
}
