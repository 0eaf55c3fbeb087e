declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs a sign-in within the last 10 minutes: what the route makes or ends outlives the session, whose token may be stolen. */
    requiresFreshSession?: boolean;
  }
}

/** Throws if the session of this access token did not begin lately. */
export type RequireFreshSession = (accessToken: string | null) => Promise<unknown>;
