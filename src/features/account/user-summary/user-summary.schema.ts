import Type, { type Static } from 'typebox';
import { Nullable, Uuid } from '#platform/http/shapes.ts';

/** A user as other users see them. */
export const UserSummary = Type.Object(
  { id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()), is_ai: Type.Boolean() },
  { title: 'UserSummary' },
);
export type UserSummary = Static<typeof UserSummary>;
