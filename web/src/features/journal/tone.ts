/** What a text was read to say, and how sure that is, between 0 and 1. */
export type Tone = { primaryTone: string; confidence: number };
