import { defineFeature } from '../../access/feature.ts';
import { groupInvitationRoutes, invitationRoutes, publicInvitationRoutes } from './invitation.routes.ts';
import { organizationRoutes } from './organization.routes.ts';
import { organizationMemberRoutes } from './organization-member.routes.ts';
import { personSearchRoutes } from './person-search.routes.ts';
import { teamRoutes } from './team.routes.ts';
import { teamMemberRoutes } from './team-member.routes.ts';

export const organization = defineFeature({
  routes: {
    public: [publicInvitationRoutes],
    member: [
      personSearchRoutes,
      organizationRoutes,
      organizationMemberRoutes,
      groupInvitationRoutes,
      invitationRoutes,
      teamRoutes,
      teamMemberRoutes,
    ],
  },
});
