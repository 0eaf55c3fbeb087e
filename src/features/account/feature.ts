import { defineFeature } from '../../access/feature.ts';
import { memberAccountRoutes, publicAccountRoutes } from './account.routes.ts';
import { auditRoutes } from './audit.routes.ts';
import { avatarRoutes } from './avatar.routes.ts';
import { AVATARS } from './avatar.rules.ts';
import { blockRoutes } from './block.routes.ts';
import { identityRoutes } from './identity.routes.ts';
import { impersonationRoutes, stopImpersonationRoutes } from './impersonation.routes.ts';
import { inboundAddressRoutes } from './inbound-address.routes.ts';
import { userAdminRoutes } from './person-administration.routes.ts';

export const account = defineFeature({
  routes: {
    public: [publicAccountRoutes, identityRoutes],
    member: [memberAccountRoutes, stopImpersonationRoutes, avatarRoutes, blockRoutes, inboundAddressRoutes],
    superAdmin: [userAdminRoutes, impersonationRoutes, auditRoutes],
  },
  publicFolders: [AVATARS],
});
