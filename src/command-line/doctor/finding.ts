export type State = 'ok' | 'warn' | 'fail';

/** The result of one check. `about` is the name of the check. */
export type Finding = { state: State; about: string; found: string; advice?: string };
