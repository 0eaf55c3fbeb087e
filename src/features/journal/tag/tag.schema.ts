import Type, { type Static } from 'typebox';
import { listSchema } from '#platform/http/pagination.ts';

export const TagQuery = Type.Object({
  prefix: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Only tags that start with this text, ignoring case.' }),
  ),
});
export type TagQuery = Static<typeof TagQuery>;

const Tag = Type.Object(
  {
    tag: Type.String(),
    entry_count: Type.Integer({ minimum: 1, description: 'The number of your entries with this tag.' }),
    last_used_at: Type.String({ format: 'date-time', description: 'When the newest of these entries was written.' }),
  },
  { title: 'Tag' },
);

export const TagList = listSchema('tags', Tag);
export type TagList = Static<typeof TagList>;
