import Type, { type Static } from 'typebox';
import { DecisionStatus } from '#features/lab';
import { EmailAddress } from '#features/mail';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { HttpsUrl, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export { DeclineReason } from '#features/lab';

/** One line that is not blank. */
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern:
    '^[^\\S\\u0000-\\u001f\\u007f\\u2028\\u2029]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$',
});
const Tier = Type.Enum(['bronze', 'silver', 'gold', 'platinum'], { title: 'SponsorTier' });
export type Tier = Static<typeof Tier>;

/** Public: without contact details and reasons. */
export const Sponsor = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    tier: Tier,
    website: Nullable(Type.String()),
    logo_url: Nullable(Type.String()),
    status: DecisionStatus,
    applied_at: Timestamp,
  },
  { title: 'Sponsor' },
);
export type Sponsor = Static<typeof Sponsor>;

/** For super admins. */
export const SponsorApplication = Type.Object(
  {
    ...Sponsor.properties,
    contact_name: Type.String(),
    contact_email: Type.String(),
    message: Nullable(Type.String()),
    decline_reason: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
  },
  { title: 'SponsorApplication' },
);
export type SponsorApplication = Static<typeof SponsorApplication>;

export const SponsorBody = Type.Object({ sponsor: Sponsor }, { title: 'SponsorBody' });
export const SponsorList = listSchema('sponsors', Sponsor);
export const SponsorApplicationBody = Type.Object({ sponsor: SponsorApplication }, { title: 'SponsorApplicationBody' });
export const SponsorApplicationList = listSchema('sponsors', SponsorApplication);

export const NewSponsor = Type.Object(
  {
    name: Name,
    tier: Tier,
    contact_name: Name,
    contact_email: EmailAddress,
    website: Type.Optional(Nullable(HttpsUrl)),
    logo_url: Type.Optional(Nullable(HttpsUrl)),
    message: Type.Optional(
      Nullable(Type.String({ maxLength: 2_000, description: 'A message to the super admins who decide.' })),
    ),
  },
  { title: 'NewSponsor' },
);
export type NewSponsor = Static<typeof NewSponsor>;

export const SponsorQuery = Type.Object({ ...PageQuery.properties, tier: Type.Optional(Tier) });
export type SponsorQuery = Static<typeof SponsorQuery>;

export const sponsorErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'lab.sponsor-not-found',
    message: 'The sponsor does not exist. See GET /api/lab/admin/sponsors/pending.',
  },
  notPending: {
    status: 400,
    code: 'lab.sponsor-not-pending',
    message: 'This sponsor has already been approved or declined. See GET /api/lab/admin/sponsors/pending.',
  },
});
