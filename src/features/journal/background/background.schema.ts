import Type, { type Static } from 'typebox';
import { Tone } from '#features/tone';
import { declareErrors } from '#platform/errors.ts';

export const BackgroundRequest = Type.Object(
  {
    entry_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'One of your entries. The image becomes its background.' }),
    ),
    content: Type.Optional(
      Type.String({ maxLength: 100_000, description: 'A text without an entry. Its image is deleted after a day.' }),
    ),
    tone: Type.Optional(Tone),
    quality: Type.Optional(Type.Enum(['standard', 'hd'])),
  },
  { title: 'BackgroundRequest' },
);
export type BackgroundRequest = Static<typeof BackgroundRequest>;

export const Background = Type.Object(
  {
    imageUrl: Type.String({
      description: 'Expires within two days. Read the entry again for a new URL.',
    }),
  },
  { title: 'Background' },
);
export type Background = Static<typeof Background>;

export const backgroundErrors = declareErrors({
  sourceUnclear: {
    status: 400,
    code: 'journal.background-source',
    message: 'Send either `entry_id` or `content`, not both.',
  },
});
