import { anonymize, BY_ID, COUNTER, erase } from '#platform/db/table/deletion-rules.ts';
import { Decimal, Id, Instant, optional, Text, Whole } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const USAGE_TABLES = [
  defineTable('ai_call_count', {
    holds: 'AI calls by day',
    owner: 'user_id',
    expires: { name: 'ai_call_counts', of: 'their day', column: 'day', days: 2 },
    omitted: COUNTER,
    deletion: [erase('user_id')],
  }),
  defineTable('token_usage', {
    holds: 'AI tokens and their cost',
    owner: 'user_id',
    collections: {
      'account/token-usage': {
        description: 'Calls to the AI provider for the user, with their cost.',
        fields: {
          id: Id,
          type: Text,
          model: Text,
          input_tokens: Whole,
          output_tokens: Whole,
          cost_usd: Decimal,
          reference_id: optional(Id),
          created_at: Instant,
        },
      },
    },
    deletion: [anonymize('user_id', { reference_id: 'null' }, `The operator's costs stay. ${BY_ID}`)],
    remains: { model: 'The name of a model.' },
  }),
  defineTable('currency_conversion_rate', {
    holds: 'Conversion rates, and the super admin who set them',
    omitted: 'A setting of the instance.',
    deletion: [anonymize('created_by', { created_by: 'null' }, 'The rate stays, without the super admin who set it.')],
  }),
];
