import Type, { type Static } from 'typebox';
import { Profile, ProfileQuery } from '#features/account';
import { UsageSummary } from '#features/usage';
import { listSchema } from '#platform/http/pagination.ts';

const User = Type.Object({ ...Profile.properties, token_usage: UsageSummary }, { title: 'User' });
export type User = Static<typeof User>;

export const UserBody = Type.Object({ user: User }, { title: 'UserBody' });
export const UserList = listSchema('users', User);

export const UserQuery = ProfileQuery;
