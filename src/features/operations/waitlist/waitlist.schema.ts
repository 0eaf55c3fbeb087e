import Type, { type Static } from 'typebox';
import { EmailAddress } from '#features/mail';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const STATUSES = ['pending', 'approved', 'declined'] as const;
const WaitlistStatus = Type.Enum(STATUSES, { title: 'WaitlistStatus' });
export type WaitlistStatus = Static<typeof WaitlistStatus>;

export const NewWaitlistEntry = Type.Object(
  {
    email: EmailAddress,
    name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    note: Type.Optional(Nullable(Type.String({ maxLength: 1_000, description: 'A note for the operator.' }))),
  },
  { title: 'NewWaitlistEntry' },
);
export type NewWaitlistEntry = Static<typeof NewWaitlistEntry>;

export const WaitlistEntry = Type.Object(
  {
    id: Uuid,
    email: Type.String(),
    name: Nullable(Type.String()),
    note: Nullable(Type.String()),
    status: WaitlistStatus,
    decided_by: Nullable(Uuid),
    decided_at: Nullable(Timestamp),
    created_at: Timestamp,
    asked_at: Type.String({ format: 'date-time', description: 'The last request with this email address.' }),
  },
  { title: 'WaitlistEntry' },
);
export type WaitlistEntry = Static<typeof WaitlistEntry>;

export const WaitlistEntryBody = Type.Object({ waitlist_entry: WaitlistEntry }, { title: 'WaitlistEntryBody' });

export const Waitlist = listSchema('waitlist', WaitlistEntry);

export const WaitlistQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum(STATUSES, { description: 'Default: all statuses.' })),
});
export type WaitlistQuery = Static<typeof WaitlistQuery>;

export const waitlistErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'waitlist.not-found',
    message: 'This waitlist entry does not exist. List the entries with GET /api/admin/waitlist.',
  },
  signUpClosed: {
    status: 400,
    code: 'waitlist.sign-up-closed',
    message:
      'Sign-up is closed on this server, so applicants cannot be invited. Set SIGN_UP=invite to approve entries.',
  },
  decided: {
    status: 400,
    code: 'waitlist.decided',
    message: 'This waitlist entry is already approved or declined, which is final.',
  },
});
