import Type, { type Static } from 'typebox';
import { DecisionStatus } from '#features/lab';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { CalendarDate, HttpsUrl, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export { DeclineReason } from '#features/lab';

const Line = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const OpportunityType = Type.Enum(['internship', 'scholarship', 'fellowship', 'mentorship'], {
  title: 'OpportunityType',
});
export type OpportunityType = Static<typeof OpportunityType>;

const Deadline = Type.Union([CalendarDate, Timestamp], {
  title: 'OpportunityDeadline',
  description: 'A date, which ends at midnight UTC, or an instant.',
});

export const Opportunity = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    type: OpportunityType,
    organization: Type.String(),
    description: Type.String(),
    url: Type.String(),
    deadline: Nullable(Deadline),
    status: DecisionStatus,
    created_at: Timestamp,
  },
  { title: 'Opportunity' },
);
export type Opportunity = Static<typeof Opportunity>;

/** For super admins. */
export const SubmittedOpportunity = Type.Object(
  {
    ...Opportunity.properties,
    submitted_by: Uuid,
    decline_reason: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
  },
  { title: 'SubmittedOpportunity' },
);
export type SubmittedOpportunity = Static<typeof SubmittedOpportunity>;

export const OpportunityBody = Type.Object({ opportunity: Opportunity }, { title: 'OpportunityBody' });
export const OpportunityList = listSchema('opportunities', Opportunity);
export const SubmittedOpportunityBody = Type.Object(
  { opportunity: SubmittedOpportunity },
  { title: 'SubmittedOpportunityBody' },
);
export const SubmittedOpportunityList = listSchema('opportunities', SubmittedOpportunity);

export const NewOpportunity = Type.Object(
  {
    title: Line,
    type: OpportunityType,
    organization: Line,
    description: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    url: HttpsUrl,
    deadline: Type.Optional(Nullable(Deadline)),
  },
  { title: 'NewOpportunity' },
);
export type NewOpportunity = Static<typeof NewOpportunity>;

export const OpportunityQuery = Type.Object({
  ...PageQuery.properties,
  type: Type.Optional(OpportunityType),
  open_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only opportunities with a deadline after this instant, or without a deadline.',
    }),
  ),
});
export type OpportunityQuery = Static<typeof OpportunityQuery>;

export const opportunityErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'lab.opportunity-not-found',
    message: 'The opportunity does not exist. See GET /api/lab/admin/opportunities/pending.',
  },
  notPending: {
    status: 400,
    code: 'lab.opportunity-not-pending',
    message: 'This opportunity has already been approved or declined. See GET /api/lab/admin/opportunities/pending.',
  },
});
