import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { Tone } from '../tone/index.ts';

export const BackgroundWanted = Type.Object(
  {
    entry_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'An entry of your own, which gets the picture.' }),
    ),
    content: Type.Optional(
      Type.String({ maxLength: 100_000, description: 'A text that is no entry yet. The picture is kept for an hour.' }),
    ),
    tone: Type.Optional(Tone),
    quality: Type.Optional(Type.Enum(['standard', 'hd'])),
  },
  { title: 'BackgroundRequest' },
);
export type BackgroundWanted = Static<typeof BackgroundWanted>;

export const BackgroundAnswer = Type.Object(
  {
    imageUrl: Type.String({
      description: 'It works for less than an hour; the entry has a fresh one each time it is read.',
    }),
  },
  { title: 'Background' },
);
export type BackgroundAnswer = Static<typeof BackgroundAnswer>;

export const backgroundErrors = declareErrors({
  sourceUnclear: {
    status: 400,
    code: 'journal.background-source',
    message: 'Say what the picture is for: send either entry_id or content, and not both.',
  },
});
