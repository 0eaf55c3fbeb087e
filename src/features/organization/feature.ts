import { defineFeature } from '#access/feature.ts';
import { groupInvitationRoutes, invitationRoutes, publicInvitationRoutes } from './invitation/invitation.routes.ts';
import { INVITATION_TABLES } from './invitation/invitation.table.ts';
import { organizationMemberRoutes, teamMemberRoutes } from './member/member.routes.ts';
import { ORGANIZATION_INVARIANTS } from './organization/organization.invariants.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import { ORGANIZATION_TABLES } from './organization/organization.table.ts';
import { createOrganizationParts } from './parts.ts';
import { teamRoutes } from './team/team.routes.ts';
import { TEAM_TABLES } from './team/team.table.ts';
import { userSearchRoutes } from './user-search/user-search.routes.ts';

export const organization = defineFeature({
  parts: createOrganizationParts,
  routes: {
    public: [publicInvitationRoutes],
    member: [
      userSearchRoutes,
      organizationRoutes,
      organizationMemberRoutes,
      groupInvitationRoutes,
      invitationRoutes,
      teamRoutes,
      teamMemberRoutes,
    ],
  },
  invariants: ORGANIZATION_INVARIANTS,
  tables: [...INVITATION_TABLES, ...TEAM_TABLES, ...ORGANIZATION_TABLES],
});
