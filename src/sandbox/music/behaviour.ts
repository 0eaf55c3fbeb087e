import { type Static, Type } from 'typebox';

/**
 * How the sandbox treats calls until it is told otherwise: all of them, or those `at` one place, where tokens are given (`token`) or
 * plays are read (`api`).
 * `normal` responds well · `refuse-with` responds with an error of this status that repeats what was sent · `redirect` sends the
 * caller elsewhere · `hang` never responds · `slow` responds well after `delayMs` · `stall` sends the headers and half a response ·
 * `reset` cuts the connection · `garbage` responds with something that is not JSON · `huge` sends a response of 50 MB ·
 * `answer-with` responds with this value.
 */
export type SandboxMusicBehaviour = Static<typeof SandboxMusicBehaviourSchema>;

const at = Type.Optional(Type.Enum(['token', 'api']));

/** The behaviours as they are written in JSON, for the control route. */
export const SandboxMusicBehaviourSchema = Type.Union([
  Type.Object({ mode: Type.Literal('normal'), at }),
  Type.Object({
    mode: Type.Literal('refuse-with'),
    at,
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    retryAfter: Type.Optional(Type.String()),
  }),
  Type.Object({ mode: Type.Literal('redirect'), at, location: Type.String({ minLength: 1 }) }),
  Type.Object({ mode: Type.Literal('hang'), at }),
  Type.Object({ mode: Type.Literal('slow'), at, delayMs: Type.Integer({ minimum: 0, maximum: 600_000 }) }),
  Type.Object({ mode: Type.Literal('stall'), at }),
  Type.Object({ mode: Type.Literal('reset'), at }),
  Type.Object({ mode: Type.Literal('garbage'), at }),
  Type.Object({ mode: Type.Literal('huge'), at }),
  Type.Object({ mode: Type.Literal('answer-with'), at, value: Type.Unknown() }),
]);
