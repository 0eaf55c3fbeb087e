export type State = 'ok' | 'warn' | 'fail';

/** What came out of one look. */
export type Finding = { state: State; about: string; found: string; advice?: string };
