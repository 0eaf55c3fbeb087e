import Type, { type Static } from 'typebox';
import { Nullable, Uuid } from '#platform/http/shapes.ts';
import { SharingInput, VisibilityLevel } from '../visibility/visibility.schema.ts';

export const MAX_PEOPLE_COUNT = 1_000;

const Readers = Type.Object(
  {
    kind: Type.Enum(['private', 'team', 'organization', 'public']),
    name: Nullable(Type.String({ description: 'The name of the team or organization; null for other kinds.' })),
    people_count: Type.Integer({
      minimum: 0,
      maximum: MAX_PEOPLE_COUNT,
      description:
        'The number of users besides you: now, without inactive users and the privilege of super admins. 1000 means 1,000 or more.',
    }),
  },
  { title: 'Readers' },
);
export type Readers = Static<typeof Readers>;

export const Audience = Type.Object(
  { metadata: Readers, content: Readers },
  {
    title: 'Audience',
    description: 'The users that can see the metadata, and those that can read the content as well.',
  },
);
export type Audience = Static<typeof Audience>;

export const AudienceQuestion = Type.Object(
  { notebook_id: Type.Optional(Nullable(Uuid)), ...SharingInput.properties },
  { title: 'AudienceQuestion' },
);
export type AudienceQuestion = Static<typeof AudienceQuestion>;

export const AudiencePreview = Type.Object(
  {
    effective_metadata_visibility: VisibilityLevel,
    effective_content_visibility: VisibilityLevel,
    audience: Audience,
  },
  { title: 'AudiencePreview' },
);
export type AudiencePreview = Static<typeof AudiencePreview>;
