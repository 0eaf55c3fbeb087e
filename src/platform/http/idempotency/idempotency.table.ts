import { erase, TECHNICAL } from '../../db/table/deletion-rules.ts';
import { defineTable } from '../../db/table/table.ts';

export const IDEMPOTENCY_TABLES = [
  defineTable('idempotency_key', {
    holds: 'Responses to requests with an Idempotency-Key, for a day',
    expires: { name: 'idempotency_keys', of: 'the request', column: 'claimed_at', days: 1 },
    omitted: TECHNICAL,
    deletion: [
      erase('user_id'),
      erase(
        'response_body',
        `user_id is null and exists (
          select from unnest(:emails) as email where position(email in lower(response_body)) > 0
            or exists (select from unnest(step_outputs) as output where position(convert_to(email, 'UTF8') in output) > 0))`,
      ),
    ],
  }),
];
