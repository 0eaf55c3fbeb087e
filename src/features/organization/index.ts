export type { EmailInvitation, OrganizationDeps } from './deps.ts';
export { leaveAllGroups } from './member/departure.actions.ts';
export { selectGroupsOf } from './organization/group-membership.store.ts';
export { requireWebhookManager } from './organization/organization.actions.ts';
export { existsGroupLedBy } from './organization/ownership.store.ts';
export { ORGANIZATION_EVENT_KINDS, type OrganizationEvent } from './organization-event.schema.ts';
export { OrganizationRole, TeamRole } from './permission/permission.schema.ts';
