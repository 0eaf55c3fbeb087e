import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { Settings } from './settings.schema.ts';

export const OrganizationRole = Type.Enum(['owner', 'admin', 'member'], { title: 'OrganizationRole' });
export type OrganizationRole = Static<typeof OrganizationRole>;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 1_000 });

export const Organization = Type.Object(
  {
    id: Uuid,
    name: Name,
    description: Description,
    owner_id: Uuid,
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
    is_accepted: Type.Boolean({ description: 'Whether you have accepted your membership; false where you have none.' }),
    is_ownership_accepted: Type.Boolean({
      description: 'False where the organization was handed to its owner, who has not accepted it yet.',
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
  notMember: {
    status: 403,
    code: 'organization.not-member',
    message: 'This is for members of the organization. Ask its owner to add you.',
  },
  notOwner: {
    status: 403,
    code: 'organization.not-owner',
    message: 'Only the owner of the organization can do this.',
  },
  ownershipAccepted: {
    status: 400,
    code: 'organization.ownership-accepted',
    message: 'You have accepted the organization. Hand it over with POST /api/organizations/:id/transfer-ownership.',
  },
  newOwnerNotMember: {
    status: 400,
    code: 'organization.new-owner-not-member',
    message: 'The new owner must be an active member of the organization. Add them first.',
  },
  alreadyOwner: {
    status: 400,
    code: 'organization.already-owner',
    message: 'This person owns the organization already. Name somebody else as new_owner_id.',
  },
});
