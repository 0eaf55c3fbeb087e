import { erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const STEP_PROMPT_TABLES = [
  defineTable('lab_step_prompt', {
    holds: 'The last prompt to continue an experiment',
    owner: 'user_id',
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
  }),
];
