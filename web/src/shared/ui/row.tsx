import type { JSX } from 'react';
import { type PieceProps, piece } from './look.ts';

/** Parts beside each other. */
export function Row<Name extends keyof JSX.IntrinsicElements = 'div'>(props: PieceProps<Name>) {
  return piece('div', 'row', props);
}

/** Parts beside each other, in further rows where there is too little room. */
export function Cluster<Name extends keyof JSX.IntrinsicElements = 'div'>(props: PieceProps<Name>) {
  return piece('div', 'cluster', props);
}
