import type { JSX } from 'react';
import { type PieceProps, piece } from './look.ts';

/** Parts below each other. */
export function Stack<Name extends keyof JSX.IntrinsicElements = 'div'>(props: PieceProps<Name>) {
  return piece('div', 'stack', props);
}
