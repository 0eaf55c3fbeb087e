/** What a stream is opened with, and until when: with a session until it ends, else until the access token expires. */
export type StreamAccess = { userId: string; sessionId: string | null; until: Date };
