import { sql } from 'kysely';
import { erase, keep } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Json, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const TEAM_TABLES = [
  defineTable('team_departure', {
    holds: 'Teams that the user left',
    owner: 'user_id',
    deletion: [erase('user_id')],
  }),
  defineTable('team_member', {
    holds: 'Memberships in teams',
    owner: 'user_id',
    collections: {
      'groups/team-memberships': {
        description: 'Teams of the user, with their role.',
        fields: { id: Id, name: Text, org_id: Id, role: Text, joined_at: Instant, accepted_at: optional(Instant) },
        order: ['joined_at', 'id'],
        rows: (userId) => sql`
          select team.id, name, team.org_id, role, joined_at, accepted_at
          from team_member join team on team.id = team_id where user_id = ${userId}`,
        shows: { team_id: 'id' },
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('team', {
    holds: 'Teams',
    owner: 'admin_id',
    collections: {
      'groups/teams': {
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
      },
    },
    deletion: [keep('admin_id', 'Handed to the longest-serving member before, or deleted.')],
    remains: { name: 'Of the group.', description: 'Of the group.', settings: 'Of the group.' },
  }),
];
