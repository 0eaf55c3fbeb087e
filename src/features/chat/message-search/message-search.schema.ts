import Type, { type Static } from 'typebox';

export const MessageFoldRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({ folded_messages: Type.Integer({ minimum: 0 }) }),
  },
  { title: 'MessageFoldRun' },
);
export type MessageFoldRun = Static<typeof MessageFoldRun>;
