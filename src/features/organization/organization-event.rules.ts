import type { OrganizationEvent } from './organization-event.schema.ts';
import type { OrganizationRole } from './permission/permission.schema.ts';

type Membership = { orgId: string; userId: string; role: OrganizationRole };

export function memberJoined({ orgId, userId, role }: Membership): OrganizationEvent {
  return { kind: 'member.joined', data: { org_id: orgId, user_id: userId, role } };
}

export function memberLeft(orgId: string, userId: string): OrganizationEvent {
  return { kind: 'member.left', data: { org_id: orgId, user_id: userId } };
}

export function roleChanged(orgId: string, userId: string, role: OrganizationRole): OrganizationEvent {
  return { kind: 'member.role-changed', data: { org_id: orgId, user_id: userId, role } };
}

export function teamEvent(kind: 'team.created' | 'team.deleted', orgId: string, teamId: string): OrganizationEvent {
  return { kind, data: { org_id: orgId, team_id: teamId } };
}
