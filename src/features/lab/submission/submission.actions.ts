import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { type NewNotification, notify } from '#features/notification';
import type { AppError } from '#platform/errors.ts';
import type { LabDeps } from '../deps.ts';
import { claimSubmission, existsSubmission, type SubmissionTable } from './submission.store.ts';

/** A kind of submission, hidden until a super admin approves it. */
export type SubmissionKind<Row> = {
  table: SubmissionTable;
  /** The noun in audit actions: `lab.approve-<noun>`. */
  noun: string;
  errors: { notFound: () => AppError; notPending: () => AppError };
  /** Tells the submitter of the decision. Absent if no user submitted it. */
  notificationOf?: (row: Row) => NewNotification;
};

/**
 * Approves a submission, or declines it if a reason is given. A submission is decided once; the submitter is notified, and the
 * decision is written to the audit log. Throws `notFound` or `notPending` of the kind.
 */
export async function decideSubmission<Row>(
  deps: Pick<LabDeps, 'db' | 'clock' | 'ids' | 'log'>,
  actor: Actor,
  { table, noun, errors, notificationOf }: SubmissionKind<Row>,
  { id, reason }: { id: string; reason: string | null },
): Promise<Row> {
  const decided = await deps.db.transaction().execute(async (tx) => {
    const row = await claimSubmission<Row>(tx, table, { id, reason, now: deps.clock.now() });
    if (row === undefined) return undefined;
    const action = `lab.${reason === null ? 'approve' : 'decline'}-${noun}`;
    await recordAudit(deps, tx, actor, { action, subjectType: table, subjectIds: [id] });
    if (notificationOf !== undefined) await notify(deps, tx, [notificationOf(row)]);
    return row;
  });
  if (decided !== undefined) return decided;
  throw (await existsSubmission(deps.db, table, id)) ? errors.notPending() : errors.notFound();
}
