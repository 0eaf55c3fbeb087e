import Type, { type Static } from 'typebox';
import { SyntheticUser } from '../synthetic-user.schema.ts';

const Share = Type.Optional(Type.Number());

const GenerationConfig = Type.Object(
  {
    regions: Type.Optional(
      Type.Object({
        'West Coast': Share,
        'East Coast': Share,
        Midwest: Share,
        South: Share,
        'Mountain West': Share,
      }),
    ),
    activities: Type.Optional(
      Type.Object({
        cardio: Share,
        strength: Share,
        walk: Share,
        meditation: Share,
        reading: Share,
        homework: Share,
        other: Share,
      }),
    ),
    windowSlots: Type.Optional(
      Type.Object({ '6-8': Share, '8-10': Share, '12-14': Share, '14-16': Share, '16-18': Share, '18-20': Share }),
    ),
    checkInProbability: Type.Optional(Type.Number({ description: 'In percent, 0 to 100.' })),
  },
  { title: 'SyntheticUserConfig' },
);

export const Generation = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    config: Type.Optional(GenerationConfig),
  },
  { title: 'SyntheticUserGeneration' },
);
export type Generation = Static<typeof Generation>;

export const GenerationBody = Type.Object(
  {
    created: Type.Integer(),
    failed: Type.Integer({ description: 'Number of users that could not be created. Request them again.' }),
    users: Type.Array(SyntheticUser),
    errors: Type.Array(Type.String()),
  },
  { title: 'SyntheticUserGenerationBody' },
);
export type GenerationBody = Static<typeof GenerationBody>;
