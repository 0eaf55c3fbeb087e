import { type Static, Type } from 'typebox';

/**
 * How the sandbox treats calls, for texts and for pictures, until it is told otherwise.
 * `normal` responds well · `refuse-with` responds with an HTTP error that repeats the key and the text, as some providers do ·
 * `refuse-about` does so where the text holds these words, and else responds well · `redirect` sends the caller elsewhere · `hang` never responds · `slow` responds well after `delayMs` · `stall` sends the
 * headers and half a response · `reset` cuts the connection · `garbage` responds with something that is not JSON · `huge` sends
 * a response of 10 MB · `answer-with` has the model say this value as JSON; for a picture, the value stands where the picture
 * would be described · `answer-with-text` has it say this text, which need not be JSON; for a picture, its bytes stand where
 * those of the picture would be.
 */
export type SandboxAiBehaviour = Static<typeof SandboxAiBehaviourSchema>;

/** The behaviours as they are written in JSON, for the control route. */
export const SandboxAiBehaviourSchema = Type.Union([
  Type.Object({ mode: Type.Literal('normal') }),
  Type.Object({
    mode: Type.Literal('refuse-with'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  Type.Object({
    mode: Type.Literal('refuse-about'),
    words: Type.String({ minLength: 1 }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
  }),
  Type.Object({ mode: Type.Literal('redirect'), location: Type.String({ minLength: 1 }) }),
  Type.Object({ mode: Type.Literal('hang') }),
  Type.Object({ mode: Type.Literal('slow'), delayMs: Type.Integer({ minimum: 0, maximum: 600_000 }) }),
  Type.Object({ mode: Type.Literal('stall') }),
  Type.Object({ mode: Type.Literal('reset') }),
  Type.Object({ mode: Type.Literal('garbage') }),
  Type.Object({ mode: Type.Literal('huge') }),
  Type.Object({ mode: Type.Literal('answer-with'), value: Type.Unknown() }),
  Type.Object({ mode: Type.Literal('answer-with-text'), text: Type.String() }),
]);
