import type { Actor } from '../../../access/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { localDateOf, secondsUntilNextDay } from '../../../platform/days/calendar-date.ts';
import type { Db } from '../../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Ids } from '../../../platform/ids.ts';
import { recordAudit } from '../../account/index.ts';
import { canReportPhoto, listReportedPhotos, type ReportedPhoto } from '../../check-in/index.ts';
import { canReportDrop, listReportedDrops, type ReportedDrop } from '../../encouragement/index.ts';
import type { MediaDeps } from '../../media/index.ts';
import {
  type NewReport,
  type OwnReport,
  type Report,
  type ReportDecision,
  type ReportInQueue,
  type ReportQuery,
  type ReportSubject,
  reportErrors,
} from './report.schema.ts';
import {
  claimReport,
  claimReportDecision,
  type Decision,
  existsPerson,
  existsReport,
  insertReport,
  listPeopleWithIds,
  listReportsWith,
  type PersonRow,
  type ReportRow,
} from './report.store.ts';

export type ReportDeps = MediaDeps & { db: Db; clock: Clock; ids: Ids };

const REPORTS_PER_DAY = 20;

/**
 * Reports a person, a drop or a photo that the actor can see. Where they have an open report about it, that one is given, and
 * nothing is counted. Throws `report.subject-not-found` or `report.daily-limit`.
 */
export async function reportSubject(
  deps: ReportDeps,
  actor: Actor,
  { subject_type, subject_id, reason }: NewReport,
): Promise<{ report: OwnReport; isNew: boolean }> {
  if (!(await canReport(deps.db, actor.userId, subject_type, subject_id))) throw reportErrors.subjectNotFound();
  const now = deps.clock.now();
  const row = await deps.db.transaction().execute(async (tx) => {
    const inserted = await insertReport(tx, {
      id: deps.ids.next(),
      reporterId: actor.userId,
      subjectType: subject_type,
      subjectId: subject_id,
      reason: reason.trim(),
      now,
    });
    const isWithin =
      !inserted.is_new || (await claimReport(tx, actor.userId, localDateOf(now, 'UTC'), REPORTS_PER_DAY));
    if (!isWithin) throw reportErrors.dailyLimit({ retryAfterSeconds: secondsUntilNextDay(now) });
    return inserted;
  });
  return { report: viewOfOwn(row), isNew: row.is_new };
}

async function canReport(db: Db, userId: string, type: NewReport['subject_type'], id: string): Promise<boolean> {
  if (type === 'user') return existsPerson(db, id);
  return type === 'drop' ? canReportDrop(db, userId, id) : canReportPhoto(db, userId, id);
}

/** The reports with a status, newest first, and what they are about. That they were read is written down. */
export async function listReports(
  deps: ReportDeps,
  actor: Actor,
  query: ReportQuery,
): Promise<{ reports: ReportInQueue[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listReportsWith(deps.db, query.status ?? 'open', after, limit + 1), limit);
  const subjectOf = await findSubjects(deps, page.rows);
  const reports = page.rows.map((row) => ({ ...viewOf(row), subject: subjectOf(row) }));
  await recordAudit(deps, deps.db, actor, {
    action: 'report.read',
    subjectType: 'report',
    subjectIds: page.rows.map(({ id }) => id),
  });
  return { reports, next_cursor: writeCursor(page.next) };
}

/** Closes an open report about which something was done. Throws `report.not-found` or `report.decided`. */
export async function resolveReport(
  deps: ReportDeps,
  actor: Actor,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  return decide(deps, actor, id, decision, 'resolved');
}

/** Closes an open report about which nothing is to be done. Throws as `resolveReport` does. */
export async function dismissReport(
  deps: ReportDeps,
  actor: Actor,
  id: string,
  decision: ReportDecision,
): Promise<Report> {
  return decide(deps, actor, id, decision, 'dismissed');
}

async function decide(
  deps: ReportDeps,
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
    return viewOf(row);
  });
}

/** What these reports are about, in one query for each type. */
async function findSubjects(
  deps: ReportDeps,
  reports: readonly ReportRow[],
): Promise<(report: ReportRow) => ReportSubject> {
  const idsOf = (type: ReportRow['subject_type']) =>
    reports.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id);
  const drops = new Map((await listReportedDrops(deps.db, idsOf('drop'))).map((drop) => [drop.id, drop]));
  const photos = new Map((await listReportedPhotos(deps, idsOf('photo'))).map((photo) => [photo.checkInId, photo]));
  const senders = [...drops.values()].flatMap(({ senderId }) => senderId ?? []);
  const owners = [...photos.values()].map(({ userId }) => userId);
  const people = await listPeopleWithIds(deps.db, [...idsOf('user'), ...senders, ...owners]);
  const personOf = new Map(people.map((person) => [person.id, person]));
  return ({ subject_type, subject_id }) => {
    const drop = subject_type === 'drop' ? drops.get(subject_id) : undefined;
    const photo = subject_type === 'photo' ? photos.get(subject_id) : undefined;
    const userId = subject_type === 'user' ? subject_id : (drop?.senderId ?? photo?.userId);
    return viewOfSubject(personOf.get(userId ?? ''), drop, photo);
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
  person: PersonRow | undefined,
  drop: ReportedDrop | undefined,
  photo: ReportedPhoto | undefined,
): ReportSubject {
  return {
    user: person
      ? {
          id: person.id,
          full_name: person.full_name,
          avatar_url: person.avatar_url,
          is_ai: person.is_ai,
          is_active: person.is_active,
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
  };
}
