export type { EmailInvitation, OrganizationDeps } from './deps.ts';
export { claimAdmission, joinAsAdmitted, releaseAdmission } from './invitation/admission.actions.ts';
export { selectGroupsOf } from './organization/group-membership.store.ts';
export { leaveAllGroups } from './organization/organization-member.actions.ts';
export { existsGroupLedBy } from './organization/ownership.store.ts';
export { OrganizationRole, TeamRole } from './permission/permission.schema.ts';
