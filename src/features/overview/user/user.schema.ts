import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { Uuid } from '#platform/http/shapes.ts';

const Group = Type.Object({ id: Uuid, name: Type.String() }, { title: 'GroupName' });

export const UserView = Type.Object(
  {
    ...UserSummary.properties,
    shared_organizations: Type.Array(Group, { description: 'Organizations of which both of you are members.' }),
    shared_teams: Type.Array(Group, { description: 'Teams of which both of you are members.' }),
    is_blocked: Type.Boolean({ description: 'Whether you have blocked this user.' }),
  },
  { title: 'UserView' },
);
export type UserView = Static<typeof UserView>;

export const UserBody = Type.Object({ user: UserView }, { title: 'UserViewBody' });

export const userErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'user.not-found',
    message: 'The user does not exist, or has nothing in common with you.',
  },
});
