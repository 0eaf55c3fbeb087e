import { sql } from 'kysely';
import { BY_ID, keep } from '#platform/db/table/deletion-rules.ts';
import { Day, Flag, Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const POSITION_TABLES = [
  defineTable('chain', {
    holds: 'Positions in the chains of past dates',
    owner: 'user_id',
    collections: {
      'workout/chains': {
        description: 'The dates on which the user was in a chain.',
        fields: {
          id: Id,
          date: Day,
          team_color: Text,
          has_check_in: Flag,
          missed_at: optional(Instant),
          created_at: Instant,
        },
        order: ['date'],
        omits: {
          'Of the others in the chain.': ['after_user_id', 'before_user_id'],
          'Names the squad, which the export has for itself.': ['match_group', 'squad_id'],
        },
      },
    },
    deletion: [
      keep('user_id', `Past chains stay. ${BY_ID}`),
      keep('before_user_id', `Past chains stay. ${BY_ID}`),
      keep('after_user_id', `Past chains stay. ${BY_ID}`),
    ],
    remains: { match_group: 'The group of the chain, as of its other members.' },
  }),
  defineTable('squad', {
    holds: 'Squads of past dates',
    owner: ['user_1_id', 'user_2_id', 'user_3_id'],
    collections: {
      'workout/squads': {
        description: 'The dates on which the user was in a squad.',
        fields: { id: Id, date: Day, team_color: Text, created_at: Instant },
        rows: (userId) => sql`select * from squad where ${userId} in (user_1_id, user_2_id, user_3_id)`,
      },
    },
    deletion: ['user_1_id', 'user_2_id', 'user_3_id'].map((column) => keep(column, `Past squads stay. ${BY_ID}`)),
  }),
];
