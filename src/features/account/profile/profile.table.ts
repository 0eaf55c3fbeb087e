import { sql } from 'kysely';
import { anonymize, DELETED_USER, erase } from '#platform/db/table/deletion-rules.ts';
import { Flag, Id, Instant, Json, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const PROFILE_TABLES = [
  defineTable('profile_subject', {
    holds: 'The subject at an outside identity provider',
    owner: 'profile_id',
    collections: {
      'account/subjects': {
        description: 'Names of the user at an outside identity provider.',
        fields: { issuer: Text, subject: Text },
        order: ['issuer', 'subject'],
      },
    },
    deletion: [erase('profile_id')],
  }),
  defineTable('profile', {
    holds: 'The profile',
    owner: 'id',
    collections: {
      'account/profile': {
        description: 'The profile with its preferences. The avatar is media/avatar with its ending.',
        fields: {
          id: Id,
          email: optional(Text),
          email_verified: Flag,
          full_name: Text,
          avatar_url: optional(Text),
          preferences: Json,
          drops_balance: Whole,
          role: Text,
          is_classroom: Flag,
          read_notes_enabled: Flag,
          check_in_enabled: Flag,
          created_at: Instant,
          updated_at: Instant,
        },
        omits: {
          'The state of the account at the service.': [
            'deleted_at',
            'erase_at',
            'erasing_since',
            'is_active',
            'is_ai',
            'is_deactivated',
            'photos_inactive_since',
            'role_changed_at',
            'token_issuer',
          ],
          'The address of the journal, which is a secret.': ['inbound_key'],
          'Made from the name again.': ['search_name'],
        },
        isRestoredByFeature: true,
      },
    },
    deletion: [
      anonymize(
        'id',
        {
          email: 'null',
          email_verified: 'false',
          full_name: `'${DELETED_USER}'`,
          search_name: 'null',
          avatar_url: 'null',
          preferences: `'{}'`,
          token_issuer: `''`,
          role: `'user'`,
          is_active: 'false',
          is_classroom: 'false',
          read_notes_enabled: 'false',
          check_in_enabled: 'false',
          inbound_key: `replace(id::text, '-', '')`,
          is_deactivated: 'false',
          photos_inactive_since: 'null',
          updated_at: ':erased_at',
        },
        'An empty profile stays, so that ledger, past chains and the audit log have an id to name.',
      ),
    ],
    files: [
      {
        folder: 'avatars',
        // The start of the URL changes with PUBLIC_URL.
        isNamed: sql`exists (
          select from profile
          where id = substring(file.key from ${`^avatars/(${UUID})-`})::uuid and right(avatar_url, char_length(file.key) + 7) = '/media/' || file.key)`,
        required: sql`
          select substring(avatar_url from '/media/(avatars/.*)$') as key from profile where avatar_url like '%/media/avatars/%'`,
        ofUser: (userId) => sql`
          select substring(avatar_url from '/media/(avatars/' || id || '-[^/?]+)$') as key from profile
          where id = ${userId} and avatar_url like '%/media/avatars/' || id || '-%'`,
      },
    ],
    zone: {
      name: "preferences ->> 'timezone'",
      set: "preferences = jsonb_set(preferences, '{timezone}', to_jsonb($2::text))",
      isCurrent: true,
    },
  }),
];
