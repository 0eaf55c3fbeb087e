import { sql } from 'kysely';
import { Id, Instant, Json, optional, Text, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Organizations and teams: names and roles, and nothing of other members. */
export const GROUPS = [
  defineCollection('groups/organization-memberships', {
    description: 'Organizations of the user, with their role.',
    fields: { id: Id, name: Text, role: Text, joined_at: Instant, accepted_at: optional(Instant) },
    order: ['joined_at', 'id'],
    rows: (userId) => sql`
      select organization.id, name, role, joined_at, accepted_at
      from organization_member join organization on organization.id = org_id where user_id = ${userId}`,
  }),
  defineCollection('groups/organizations', {
    description: 'Organizations that the user owns.',
    fields: { id: Id, name: Text, description: Text, settings: Json, created_at: Instant, updated_at: Instant },
    rows: (userId) => sql`select * from organization where owner_id = ${userId}`,
  }),
  defineCollection('groups/team-memberships', {
    description: 'Teams of the user, with their role.',
    fields: { id: Id, name: Text, org_id: Id, role: Text, joined_at: Instant, accepted_at: optional(Instant) },
    order: ['joined_at', 'id'],
    rows: (userId) => sql`
      select team.id, name, team.org_id, role, joined_at, accepted_at
      from team_member join team on team.id = team_id where user_id = ${userId}`,
  }),
  defineCollection('groups/teams', {
    description: 'Teams that the user administers.',
    fields: {
      id: Id,
      name: Text,
      org_id: Id,
      description: Text,
      settings: Json,
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from team where admin_id = ${userId}`,
  }),
  defineCollection('groups/departures', {
    description: 'Organizations and teams that the user left or declined.',
    fields: { id: Id, kind: Text, name: Text, departed_at: Instant },
    order: ['departed_at', 'id'],
    rows: (userId) => sql`
      select organization.id, 'organization' as kind, name, departed_at
      from organization_departure join organization on organization.id = org_id where user_id = ${userId}
      union all
      select team.id, 'team', name, departed_at
      from team_departure join team on team.id = team_id where user_id = ${userId}`,
  }),
  defineCollection('groups/invitations-received', {
    description: 'Invitations of the user to groups.',
    fields: {
      id: Id,
      organization_name: Text,
      team_name: optional(Text),
      role: Text,
      declined_at: optional(Instant),
      expires_at: Instant,
      created_at: Instant,
    },
    rows: (userId) => sql`
      select group_invitation.*, organization.name as organization_name, team.name as team_name
      from group_invitation join organization on organization.id = group_invitation.org_id
      left join team on team.id = team_id where user_id = ${userId}`,
  }),
  defineCollection('groups/invitations-sent', {
    description: 'Invitations to groups by the user.',
    fields: {
      id: Id,
      org_id: Id,
      team_id: optional(Id),
      role: Text,
      user_id: optional(Id),
      email: optional(Text),
      max_uses: Whole,
      uses: Whole,
      expires_at: Instant,
      created_at: Instant,
    },
    rows: (userId) => sql`select * from group_invitation where invited_by = ${userId}`,
  }),
];
