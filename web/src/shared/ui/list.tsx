import type { JSX } from 'react';
import { type PieceProps, piece } from './look.ts';

/** Records below each other, parted by lines. */
export function List<Name extends keyof JSX.IntrinsicElements = 'ul'>(props: PieceProps<Name>) {
  return piece('ul', null, { divided: true, ...props });
}
