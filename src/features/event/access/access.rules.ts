/**
 * What a stream is opened with, and until when: with a session or a personal access token until it ends, else until the access token
 * expires.
 */
export type StreamAccess = { userId: string; sessionId: string | null; personalTokenId?: string; until: Date };
