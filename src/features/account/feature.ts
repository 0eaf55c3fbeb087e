import { defineFeature } from '#access/feature.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { AUDIT_TABLES } from './audit/audit.table.ts';
import { authenticationRoutes } from './authentication/authentication.routes.ts';
import { PROMOTION_TABLES } from './authentication/promotion.table.ts';
import { blockRoutes } from './block/block.routes.ts';
import { BLOCK_TABLES } from './block/block.table.ts';
import { ERASED_IDENTITY_TABLES } from './erased-identity/erased-identity.table.ts';
import { firstRunCheckRoutes, firstRunRoutes } from './first-run/first-run.routes.ts';
import { FIRST_RUN_TABLES } from './first-run/first-run.table.ts';
import { impersonationRoutes, stopImpersonationRoutes } from './impersonation/impersonation.routes.ts';
import { IMPERSONATION_TABLES } from './impersonation/impersonation.table.ts';
import { journalAddressRoutes } from './journal-address/journal-address.routes.ts';
import { createAccountParts } from './parts.ts';
import { personalTokenRoutes } from './personal-token/personal-token.routes.ts';
import { PERSONAL_TOKEN_TABLES } from './personal-token/personal-token.table.ts';
import { avatarRoutes } from './profile/avatar.routes.ts';
import { AVATARS } from './profile/avatar.rules.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { PROFILE_TABLES } from './profile/profile.table.ts';
import { SEARCH_NAME_INVARIANTS } from './search-name/search-name.invariants.ts';
import { FOLD_NAMES } from './search-name/search-name.jobs.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { addressRoutes } from './sign-in/address.routes.ts';
import { IDENTITY_TABLES } from './sign-in/identity.table.ts';
import { passkeyRoutes } from './sign-in/passkey.routes.ts';
import { passwordRoutes } from './sign-in/password.routes.ts';
import { secondFactorRoutes } from './sign-in/second-factor.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { signInLinkRoutes } from './sign-in/sign-in-link.routes.ts';
import { accountCreationRoutes } from './sign-up/account-creation.routes.ts';
import { signUpInvitationRoutes } from './sign-up/sign-up-invitation.routes.ts';
import { SIGN_UP_INVITATION_TABLES } from './sign-up/sign-up-invitation.table.ts';
import { userAdminRoutes } from './user-admin/user-admin.routes.ts';

export const account = defineFeature({
  parts: createAccountParts,
  routes: {
    public: [
      authenticationRoutes,
      firstRunCheckRoutes,
      signInRoutes,
      signInLinkRoutes,
      passwordRoutes,
      addressRoutes,
      secondFactorRoutes,
      passkeyRoutes,
    ],
    member: [
      profileRoutes,
      sessionRoutes,
      personalTokenRoutes,
      firstRunRoutes,
      stopImpersonationRoutes,
      avatarRoutes,
      blockRoutes,
      journalAddressRoutes,
    ],
    superAdmin: [userAdminRoutes, accountCreationRoutes, signUpInvitationRoutes, impersonationRoutes, auditRoutes],
  },
  jobs: [FOLD_NAMES],
  invariants: SEARCH_NAME_INVARIANTS,
  publicFolders: [AVATARS],
  tables: [
    ...BLOCK_TABLES,
    ...IMPERSONATION_TABLES,
    ...AUDIT_TABLES,
    ...SIGN_UP_INVITATION_TABLES,
    ...PROMOTION_TABLES,
    ...PERSONAL_TOKEN_TABLES,
    ...IDENTITY_TABLES,
    ...PROFILE_TABLES,
    ...ERASED_IDENTITY_TABLES,
    ...FIRST_RUN_TABLES,
  ],
});
