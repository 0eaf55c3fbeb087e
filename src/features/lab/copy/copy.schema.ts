import Type, { type Static } from 'typebox';

export const NewCopy = Type.Object(
  {
    attested: Type.Optional(
      Type.Boolean({
        description:
          'For classroom users: confirms that a teacher supervises the experiment. Required for the safety level `with_supervision`.',
      }),
    ),
  },
  { title: 'LabTemplateClone', default: {} },
);
export type NewCopy = Static<typeof NewCopy>;
