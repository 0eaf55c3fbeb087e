import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { canReportMessage, listReportedMessages, type ReportedMessage } from '#features/chat';
import { canReportPhoto, listReportedPhotos, type ReportedPhoto } from '#features/check-in';
import { canReportDrop, listReportedDrops, type ReportedDrop } from '#features/encouragement';
import { notify } from '#features/notification';
import { localDateOf, secondsUntilNextDay } from '#platform/days/calendar-date.ts';
import type { Db } from '#platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OperationsDeps } from '../deps.ts';
import {
  type NewReport,
  type OwnReport,
  type Report,
  type ReportDecision,
  type ReportInQueue,
  type ReportQuery,
  type ReportSubject,
  reportErrors,
  type SubjectType,
} from './report.schema.ts';
import {
  claimReport,
  claimReportDecision,
  type Decision,
  existsReport,
  existsUser,
  insertReport,
  listReportedUsers,
  listReports as listReportRows,
  type ReportedUserRow,
  type ReportRow,
} from './report.store.ts';
import { reportDecided } from './report.template.ts';

const MAX_REPORTS_PER_DAY = 20;

/**
 * Reports a user, a drop, a photo or a chat message that the actor can see. Returns the actor's open report of the same subject if there is one,
 * which does not count toward the daily limit.
 */
export async function reportSubject(
  deps: OperationsDeps,
  actor: Actor,
  { subject_type, subject_id, reason }: NewReport,
): Promise<{ report: OwnReport; isNew: boolean }> {
  const now = deps.clock.now();
  if (!(await canReport(deps.db, actor.userId, subject_type, subject_id, now))) throw reportErrors.subjectNotFound();
  const row = await deps.db.transaction().execute(async (tx) => {
    const inserted = await insertReport(tx, {
      id: deps.ids.next(),
      reporterId: actor.userId,
      subjectType: subject_type,
      subjectId: subject_id,
      reason: reason.trim(),
      now,
    });
    const isWithinLimit =
      !inserted.is_new || (await claimReport(tx, actor.userId, localDateOf(now, 'UTC'), MAX_REPORTS_PER_DAY));
    if (!isWithinLimit) throw reportErrors.dailyLimit({ retryAfterSeconds: secondsUntilNextDay(now) });
    return inserted;
  });
  return { report: viewOfOwn(row), isNew: row.is_new };
}

async function canReport(db: Db, userId: string, type: SubjectType, id: string, now: Date): Promise<boolean> {
  switch (type) {
    case 'user':
      return existsUser(db, id);
    case 'drop':
      return canReportDrop(db, userId, id);
    case 'photo':
      return canReportPhoto(db, userId, id);
    case 'chat_message':
      return canReportMessage(db, userId, id, now);
  }
}

/** Lists the reports with a status, newest first, with their subjects. Audited. */
export async function listReports(
  deps: OperationsDeps,
  actor: Actor,
  query: ReportQuery,
): Promise<{ reports: ReportInQueue[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listReportRows(deps.db, query.status ?? 'open', after, limit + 1), limit);
  const subjectOf = await findSubjects(deps, page.rows);
  const reports = page.rows.map((row) => ({ ...viewOf(row), subject: subjectOf(row) }));
  await recordAudit(deps, deps.db, actor, {
    action: 'report.read',
    subjectType: 'report',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { reports, next_cursor: writeCursor(page.next) };
}

/** Closes an open report after an action on its subject. */
export async function resolveReport(
  deps: OperationsDeps,
  actor: Actor,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  return decide(deps, actor, id, decision, 'resolved');
}

/** Closes an open report without an action on its subject. */
export async function dismissReport(
  deps: OperationsDeps,
  actor: Actor,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  return decide(deps, actor, id, decision, 'dismissed');
}

async function decide(
  deps: OperationsDeps,
  actor: Actor,
  id: string,
  { note }: ReportDecision,
  status: Decision['status'],
): Promise<Report> {
  return deps.db.transaction().execute(async (tx) => {
    const decision = { status, note: note.trim(), decidedBy: actor.userId, now: deps.clock.now() };
    const row = await claimReportDecision(tx, id, decision);
    if (row === undefined) throw (await existsReport(tx, id)) ? reportErrors.decided() : reportErrors.notFound();
    await recordAudit(deps, tx, actor, {
      action: status === 'resolved' ? 'report.resolve' : 'report.dismiss',
      subjectType: 'report',
      subjectIds: [row.id],
      details: { subject_type: row.subject_type, subject_id: row.subject_id },
    });
    await notify(deps, tx, [reportDecided({ id: row.id, reporterId: row.reporter_id, status })]);
    return viewOf(row);
  });
}

/** Finds the subjects of reports with one query for each type. */
async function findSubjects(
  deps: OperationsDeps,
  reports: readonly ReportRow[],
): Promise<(report: ReportRow) => ReportSubject> {
  const idsOf = (type: ReportRow['subject_type']) =>
    reports.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id);
  const drops = new Map((await listReportedDrops(deps.db, idsOf('drop'))).map((drop) => [drop.id, drop]));
  const photos = new Map((await listReportedPhotos(deps, idsOf('photo'))).map((photo) => [photo.checkInId, photo]));
  const messages = new Map((await listReportedMessages(deps.db, idsOf('chat_message'))).map((one) => [one.id, one]));
  const senders = [...drops.values(), ...messages.values()].flatMap(({ senderId }) => senderId ?? []);
  const owners = [...photos.values()].map(({ userId }) => userId);
  const users = await listReportedUsers(deps.db, [...idsOf('user'), ...senders, ...owners]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  return ({ subject_type, subject_id }) => {
    const drop = subject_type === 'drop' ? drops.get(subject_id) : undefined;
    const photo = subject_type === 'photo' ? photos.get(subject_id) : undefined;
    const message = subject_type === 'chat_message' ? messages.get(subject_id) : undefined;
    const userId = subject_type === 'user' ? subject_id : (drop?.senderId ?? photo?.userId ?? message?.senderId);
    return viewOfSubject(userOf.get(userId ?? ''), drop, photo, message);
  };
}

function viewOfOwn(row: ReportRow): OwnReport {
  return {
    id: row.id,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    reason: row.reason,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}

function viewOf(row: ReportRow): Report {
  return {
    ...viewOfOwn(row),
    reporter_id: row.reporter_id,
    note: row.note,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

function viewOfSubject(
  user: ReportedUserRow | undefined,
  drop: ReportedDrop | undefined,
  photo: ReportedPhoto | undefined,
  message: ReportedMessage | undefined,
): ReportSubject {
  return {
    user: user
      ? {
          id: user.id,
          full_name: user.full_name,
          avatar_url: user.avatar_url,
          is_ai: user.is_ai,
          is_active: user.is_active,
        }
      : null,
    drop: drop
      ? {
          id: drop.id,
          title: drop.title,
          content: drop.content,
          media_url: drop.mediaUrl,
          date_sent: drop.sentAt.toISOString(),
        }
      : null,
    photo: photo
      ? { check_in_id: photo.checkInId, date: photo.date, status: photo.status, photo_url: photo.photoUrl }
      : null,
    chat_message: message
      ? {
          id: message.id,
          room_id: message.roomId,
          content: message.content,
          created_at: message.sentAt.toISOString(),
          edited_at: message.editedAt?.toISOString() ?? null,
          removed_at: message.removedAt?.toISOString() ?? null,
        }
      : null,
  };
}
