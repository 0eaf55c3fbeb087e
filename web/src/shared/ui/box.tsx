import type { JSX } from 'react';
import { type PieceProps, piece } from './look.ts';

/** A block: for a look without an arrangement of its parts. */
export function Box<Name extends keyof JSX.IntrinsicElements = 'div'>(props: PieceProps<Name>) {
  return piece('div', null, props);
}
