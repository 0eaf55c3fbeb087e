import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const SubjectType = Type.Enum(['user', 'drop', 'photo', 'chat_message'], { title: 'SubjectType' });
export type SubjectType = Static<typeof SubjectType>;

const ReportStatus = Type.Enum(['open', 'resolved', 'dismissed'], { title: 'ReportStatus' });
export type ReportStatus = Static<typeof ReportStatus>;

export const NewReport = Type.Object(
  {
    subject_type: SubjectType,
    subject_id: Type.String({
      format: 'uuid',
      description: 'The id of the user, of the drop, of the check-in of the photo, or of the chat message.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  },
  { title: 'NewReport' },
);
export type NewReport = Static<typeof NewReport>;

/** A report as its reporter sees it. */
const OwnReport = Type.Object(
  {
    id: Uuid,
    subject_type: SubjectType,
    subject_id: Uuid,
    reason: Type.String(),
    status: ReportStatus,
    created_at: Timestamp,
  },
  { title: 'OwnReport' },
);
export type OwnReport = Static<typeof OwnReport>;

export const OwnReportBody = Type.Object({ report: OwnReport }, { title: 'OwnReportBody' });

export const Report = Type.Object(
  {
    ...OwnReport.properties,
    reporter_id: Uuid,
    note: Nullable(Type.String()),
    decided_by: Nullable(Uuid),
    decided_at: Nullable(Timestamp),
  },
  { title: 'Report' },
);
export type Report = Static<typeof Report>;

export const ReportBody = Type.Object({ report: Report }, { title: 'ReportBody' });

const ReportSubject = Type.Object(
  {
    user: Nullable(
      Type.Object({
        id: Uuid,
        full_name: Type.String(),
        avatar_url: Nullable(Type.String()),
        is_ai: Type.Boolean(),
        is_active: Type.Boolean(),
      }),
    ),
    drop: Nullable(
      Type.Object({
        id: Uuid,
        title: Nullable(Type.String()),
        content: Type.String(),
        media_url: Nullable(Type.String()),
        date_sent: Timestamp,
      }),
    ),
    photo: Nullable(
      Type.Object({
        check_in_id: Uuid,
        date: CalendarDate,
        status: Type.Enum(['pending', 'verified', 'rejected']),
        photo_url: Type.String({ description: 'A signed URL that expires within two days.' }),
      }),
    ),
    chat_message: Nullable(
      Type.Object({
        id: Uuid,
        room_id: Uuid,
        content: Nullable(Type.String(), { description: 'null if the message is removed.' }),
        created_at: Timestamp,
        edited_at: Nullable(Timestamp),
        removed_at: Nullable(Timestamp),
      }),
    ),
  },
  {
    title: 'ReportSubject',
    description:
      'The reported user, or the sender of the drop or chat message, or the owner of the photo; and the drop, photo or message. null if it was deleted, and null for the sender of a drop of the assistant.',
  },
);
export type ReportSubject = Static<typeof ReportSubject>;

const ReportInQueue = Type.Object({ ...Report.properties, subject: ReportSubject }, { title: 'ReportInQueue' });
export type ReportInQueue = Static<typeof ReportInQueue>;

export const ReportQueue = listSchema('reports', ReportInQueue);

export const ReportQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum(['open', 'resolved', 'dismissed'], { description: 'Default: `open`.' })),
});
export type ReportQuery = Static<typeof ReportQuery>;

export const ReportDecision = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'A note for other super admins.',
    }),
  },
  { title: 'ReportDecision' },
);
export type ReportDecision = Static<typeof ReportDecision>;

export const reportErrors = declareErrors({
  subjectNotFound: {
    status: 404,
    code: 'report.subject-not-found',
    message: 'No subject with this type and id is visible to you. Check the type and the id.',
  },
  dailyLimit: {
    status: 429,
    code: 'report.daily-limit',
    message:
      'You have reached the daily limit of reports. Try again on the next day (UTC); see the header Retry-After.',
  },
  notFound: {
    status: 404,
    code: 'report.not-found',
    message: 'This report does not exist. List the reports with GET /api/admin/reports.',
  },
  decided: {
    status: 400,
    code: 'report.decided',
    message: 'This report is already resolved or dismissed, which is final.',
  },
});
