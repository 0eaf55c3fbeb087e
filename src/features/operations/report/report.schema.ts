import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema, PageQuery } from '../../../platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';

const SubjectType = Type.Enum(['user', 'drop', 'photo'], { title: 'SubjectType' });
export type SubjectType = Static<typeof SubjectType>;

const ReportStatus = Type.Enum(['open', 'resolved', 'dismissed'], { title: 'ReportStatus' });
export type ReportStatus = Static<typeof ReportStatus>;

export const NewReport = Type.Object(
  {
    subject_type: SubjectType,
    subject_id: Type.String({
      format: 'uuid',
      description: 'Of the person, of the drop, or of the check-in that the photo belongs to.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  },
  { title: 'NewReport' },
);
export type NewReport = Static<typeof NewReport>;

/** A report as the one who made it gets it. */
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
        photo_url: Type.String({ description: 'Works for less than an hour.' }),
      }),
    ),
  },
  {
    title: 'ReportSubject',
    description:
      'The person reported, who sent the drop, or whose photo it is; and that drop or photo. Null where it is gone since, and the person where the assistant sent the drop.',
  },
);
export type ReportSubject = Static<typeof ReportSubject>;

const ReportInQueue = Type.Object({ ...Report.properties, subject: ReportSubject }, { title: 'ReportInQueue' });
export type ReportInQueue = Static<typeof ReportInQueue>;

export const ReportQueue = listSchema('reports', ReportInQueue);

export const ReportQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum(['open', 'resolved', 'dismissed'], { description: '`open` where it is left out.' })),
});
export type ReportQuery = Static<typeof ReportQuery>;

export const ReportDecision = Type.Object(
  {
    note: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'For other super admins.' }),
  },
  { title: 'ReportDecision' },
);
export type ReportDecision = Static<typeof ReportDecision>;

export const reportErrors = declareErrors({
  subjectNotFound: {
    status: 404,
    code: 'report.subject-not-found',
    message: 'There is nothing of this type and id that you can see. Take the id from where you saw it.',
  },
  dailyLimit: {
    status: 429,
    code: 'report.daily-limit',
    message: 'You have made as many reports as a day has. The header Retry-After says when the next day (UTC) begins.',
  },
  notFound: {
    status: 404,
    code: 'report.not-found',
    message: 'There is no report with this id. Look it up in GET /api/admin/reports.',
  },
  decided: {
    status: 400,
    code: 'report.decided',
    message: 'This report has been resolved or dismissed already, which is final. See GET /api/admin/reports.',
  },
});
