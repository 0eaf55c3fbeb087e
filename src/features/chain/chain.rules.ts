export type TeamColor = 'red' | 'blue';

/** The before user and the after user of a chain position. Null if there is none. */
export type Links = { beforeUserId: string | null; afterUserId: string | null };
