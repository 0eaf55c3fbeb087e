import Type, { type Static } from 'typebox';
import { listSchema } from '../../../platform/http/pagination.ts';
import { Nullable, Uuid } from '../../../platform/http/shapes.ts';

export const UserSearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'A full email address, or at least two characters of a name.',
  }),
});
export type UserSearchQuery = Static<typeof UserSearchQuery>;

const FoundUser = Type.Object(
  { id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()), is_ai: Type.Boolean() },
  { title: 'FoundUser' },
);
export type FoundUser = Static<typeof FoundUser>;

export const FoundUsers = listSchema('users', FoundUser);
