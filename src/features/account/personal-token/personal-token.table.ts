import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text, Texts } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PERSONAL_TOKEN_TABLES = [
  defineTable('personal_token', {
    holds: 'Personal access tokens, as digests',
    owner: 'user_id',
    collections: {
      'account/personal-tokens': {
        description: 'Personal access tokens, without their secrets.',
        fields: {
          id: Id,
          name: Text,
          scopes: Texts,
          created_at: Instant,
          expires_at: Instant,
          last_used_at: optional(Instant),
        },
        omits: { 'Recognizes the token.': ['digest', 'prefix'] },
      },
    },
    expires: { name: 'personal_tokens', of: 'their end', column: 'expires_at', days: 30 },
    deletion: [erase('user_id')],
  }),
];
