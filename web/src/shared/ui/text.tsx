import type { JSX } from 'react';
import { type Look, type PieceProps, piece } from './look.ts';

/** A paragraph, or another piece of text that `as` names. */
export function Text<Name extends keyof JSX.IntrinsicElements = 'p'>(props: PieceProps<Name>) {
  return piece('p', null, props);
}

/** What stands below a name: small and quiet. */
export function Muted<Name extends keyof JSX.IntrinsicElements = 'p'>(props: PieceProps<Name>) {
  return piece('p', null, { tone: 'quiet', size: 'sm', ...props });
}

/** A heading in the type for reading. */
export function Title<Name extends keyof JSX.IntrinsicElements = 'h2'>(
  props: PieceProps<Name> & Required<Pick<Look, 'level'>>,
) {
  return piece('h2', null, props);
}
