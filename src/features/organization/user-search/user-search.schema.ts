import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { listSchema } from '#platform/http/pagination.ts';

export const UserSearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description:
      'A full email address, or at least two characters with which words of a name begin. Accents do not matter.',
  }),
});
export type UserSearchQuery = Static<typeof UserSearchQuery>;

export const FoundUsers = listSchema('users', UserSummary);
