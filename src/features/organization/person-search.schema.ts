import Type, { type Static } from 'typebox';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Uuid } from '../../platform/http/shapes.ts';

export const PersonQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description: 'A whole e-mail address, or at least two characters of a name.',
  }),
});
export type PersonQuery = Static<typeof PersonQuery>;

const FoundPerson = Type.Object(
  { id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()), is_ai: Type.Boolean() },
  { title: 'FoundUser' },
);
export type FoundPerson = Static<typeof FoundPerson>;

export const FoundPeople = listSchema('users', FoundPerson);
