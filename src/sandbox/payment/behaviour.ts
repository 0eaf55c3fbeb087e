import { type Static, Type } from 'typebox';

/**
 * How the sandbox treats calls of its API until it is told otherwise.
 * `normal` responds well · `decline` refuses as for a card that is declined · `refuse-with` responds with an error of this status
 * that repeats the key · `redirect` sends the caller elsewhere · `hang` never responds · `slow` responds well after `delayMs` ·
 * `stall` sends the headers and half a response · `reset` cuts the connection · `garbage` responds with something that is not
 * JSON · `huge` sends a response of 5 MB · `answer-with` responds with this value.
 */
export type SandboxPaymentBehaviour = Static<typeof SandboxPaymentBehaviourSchema>;

/** The behaviours as they are written in JSON, for the control route. */
export const SandboxPaymentBehaviourSchema = Type.Union([
  Type.Object({ mode: Type.Literal('normal') }),
  Type.Object({ mode: Type.Literal('decline') }),
  Type.Object({ mode: Type.Literal('refuse-with'), status: Type.Integer({ minimum: 400, maximum: 599 }) }),
  Type.Object({ mode: Type.Literal('redirect'), location: Type.String({ minLength: 1 }) }),
  Type.Object({ mode: Type.Literal('hang') }),
  Type.Object({ mode: Type.Literal('slow'), delayMs: Type.Integer({ minimum: 0, maximum: 600_000 }) }),
  Type.Object({ mode: Type.Literal('stall') }),
  Type.Object({ mode: Type.Literal('reset') }),
  Type.Object({ mode: Type.Literal('garbage') }),
  Type.Object({ mode: Type.Literal('huge') }),
  Type.Object({ mode: Type.Literal('answer-with'), value: Type.Unknown() }),
]);
