import { sql } from 'kysely';
import { anonymize, erase, keep } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Json, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ORGANIZATION_TABLES = [
  defineTable('ownership_transfer', {
    holds: 'Transfers of an organization that are not accepted yet',
    omitted: 'Ends with the answer of the new owner.',
    deletion: [anonymize('previous_owner_id', { previous_owner_id: 'null' }, 'The new owner can still answer.')],
  }),
  defineTable('organization_departure', {
    holds: 'Organizations that the user left',
    owner: 'user_id',
    collections: {
      'groups/departures': {
        description: 'Organizations and teams that the user left or declined.',
        fields: { id: Id, kind: Text, name: Text, departed_at: Instant },
        order: ['departed_at', 'id'],
        rows: (userId) => sql`
          select organization.id, 'organization' as kind, name, departed_at
          from organization_departure join organization on organization.id = org_id where user_id = ${userId}
          union all
          select team.id, 'team', name, departed_at
          from team_departure join team on team.id = team_id where user_id = ${userId}`,
        shows: { team_id: 'id', org_id: 'id' },
        tables: ['organization_departure', 'team_departure'],
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('organization_member', {
    holds: 'Memberships in organizations',
    owner: 'user_id',
    collections: {
      'groups/organization-memberships': {
        description: 'Organizations of the user, with their role.',
        fields: { id: Id, name: Text, role: Text, joined_at: Instant, accepted_at: optional(Instant) },
        order: ['joined_at', 'id'],
        rows: (userId) => sql`
          select organization.id, name, role, joined_at, accepted_at
          from organization_member join organization on organization.id = org_id where user_id = ${userId}`,
        shows: { org_id: 'id' },
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('organization', {
    holds: 'Organizations',
    owner: 'owner_id',
    collections: {
      'groups/organizations': {
        description: 'Organizations that the user owns.',
        fields: { id: Id, name: Text, description: Text, settings: Json, created_at: Instant, updated_at: Instant },
      },
    },
    deletion: [keep('owner_id', 'Handed to the longest-serving admin or member before, or deleted.')],
    remains: { name: 'Of the group.', description: 'Of the group.', settings: 'Of the group.' },
  }),
];
