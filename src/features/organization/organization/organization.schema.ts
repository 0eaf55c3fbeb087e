import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { OrganizationRole } from '../permission/permission.schema.ts';
import { Settings } from '../settings.schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 1_000 });

export const Organization = Type.Object(
  {
    id: Uuid,
    name: Name,
    description: Description,
    owner_id: Uuid,
    owner: Nullable(UserSummary, { description: 'null if the owner is deactivated.' }),
    user_role: Nullable(OrganizationRole, { description: 'Your role, or null if you are not a member.' }),
    member_count: Type.Integer({ minimum: 0, description: 'The active members.' }),
    settings: Settings,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const OrganizationBody = Type.Object({ organization: Organization }, { title: 'OrganizationBody' });
export const OrganizationList = listSchema('organizations', Organization);

export const OrganizationReading = Type.Object(
  {
    organization: Organization,
    user_role: Nullable(OrganizationRole),
    is_accepted: Type.Boolean({
      description: 'Whether you have accepted your membership; false if you are not a member.',
    }),
    is_ownership_accepted: Type.Boolean({
      description: 'false if the owner has not accepted an ownership transfer yet.',
    }),
  },
  { title: 'OrganizationWithRoleBody' },
);
export type OrganizationReading = Static<typeof OrganizationReading>;

export const NewOrganization = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    settings: Type.Optional(Settings),
  },
  { title: 'NewOrganization' },
);
export type NewOrganization = Static<typeof NewOrganization>;

export const OrganizationChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    settings: Type.Optional(Settings),
  },
  { title: 'OrganizationChange' },
);
export type OrganizationChange = Static<typeof OrganizationChange>;

export const OwnershipTransfer = Type.Object({ new_owner_id: Uuid }, { title: 'OwnershipTransfer' });
export type OwnershipTransfer = Static<typeof OwnershipTransfer>;

export const organizationErrors = declareErrors({
  notFound: { status: 404, code: 'organization.not-found', message: 'There is no organization with this id.' },
  ownershipAccepted: {
    status: 400,
    code: 'organization.ownership-accepted',
    message: 'You have accepted the ownership. Transfer it with POST /api/organizations/:id/transfer-ownership.',
  },
  newOwnerNotMember: {
    status: 400,
    code: 'organization.new-owner-not-member',
    message: 'The new owner must be an active member of the organization. Add the user first.',
  },
  alreadyOwner: {
    status: 400,
    code: 'organization.already-owner',
    message: 'This user is the owner already. Send the id of another member as new_owner_id.',
  },
});
