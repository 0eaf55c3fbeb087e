import type { AccountDeps } from '#features/account';
import type { OrganizationDeps } from './deps.ts';
import { claimAdmission, joinAsAdmitted, releaseAdmission } from './invitation/admission.actions.ts';

export function createOrganizationParts(deps: OrganizationDeps): Pick<AccountDeps, 'groupAdmissions'> {
  return {
    groupAdmissions: {
      claim: (token, email) => claimAdmission(deps, token, email),
      release: (admission) => releaseAdmission(deps, admission),
      join: (tx, userId, admission) => joinAsAdmitted(deps, tx, userId, admission),
    },
  };
}
