import { type ComponentProps, createElement, type JSX, type ReactElement } from 'react';
import './look.css';

type Tag = keyof JSX.IntrinsicElements;

/** How a piece looks, in steps of the tokens: `2` is `--s-2`. What is left out stays as it is. */
export type Look = {
  /** The distance between its parts. `icon`: of an icon and its word; `hair`: of lines that belong together. */
  gap?: 'hair' | 'icon' | 1 | 2 | 3 | 4 | 5 | 6;
  /** The distance of rows, if it differs. */
  rows?: 0 | 1 | 2;
  /** Across a row. Unless said, a `Row` has its parts in the middle, and those of a `Cluster` are as high as their row. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  /** Along a row. */
  justify?: 'between' | 'center' | 'end';
  /** Where the parts of a stack stand, if they do not fill its width. */
  items?: 'start' | 'center';
  /** Where a stack that is higher than its parts has them. */
  content?: 'start' | 'center';
  /** Whether it takes the free width of a row. */
  grows?: boolean | undefined;
  /** Whether it may become narrower than its content. */
  fits?: boolean;
  /** The margin above and below. */
  above?: 1 | 2 | 3 | 4 | 5 | 7;
  below?: 2 | 3 | 4 | 5;
  /** A line above, and the distance from it. */
  ruled?: 2 | 3 | 4 | 5;
  /** What it lies on. A `list` has no padding, for rows that reach its edges. */
  surface?: 'card' | 'list' | 'sunk' | 'accent' | 'honey' | 'warn';
  /** Whether a card of one row has less room above and below. */
  flat?: boolean;
  tone?: 'quiet' | 'ink' | 'accent' | 'warn' | undefined;
  size?: 'xs' | 'sm' | 'lg';
  /** Of a title in the type for reading. */
  level?: 'lg' | 'xl' | '2xl';
  weight?: 400 | 500 | 600 | 650;
  /** Whether it is set in the type for reading. */
  read?: boolean;
  /** Whether long words, such as addresses, break anywhere. */
  breaks?: boolean;
  /** Whether it ends after two lines. */
  clamped?: boolean;
  /** Whether lines part its children. */
  divided?: boolean;
  bullets?: boolean;
};

/** The attributes of an element, which is named by `as`, and its look. */
export type PieceProps<Name extends Tag> = Look & { as?: Name } & Omit<ComponentProps<Name>, keyof Look | 'as'>;

const FLAGS = ['grows', 'fits', 'flat', 'read', 'breaks', 'clamped', 'divided', 'bullets'] as const;
const CHOICES = [
  'gap',
  'rows',
  'align',
  'justify',
  'items',
  'content',
  'above',
  'below',
  'ruled',
  'surface',
  'tone',
  'size',
  'weight',
  'level',
] as const;

/** Draws an element with its look. The classes of a feature stand over it. */
export function piece(tag: Tag, kind: string | null, { as = tag, ...props }: Look & { as?: Tag }): ReactElement {
  const attributes: Record<string, unknown> = { ...props };
  const look = kind === null ? [] : [kind];
  for (const flag of FLAGS) {
    if (props[flag]) look.push(flag);
    delete attributes[flag];
  }
  for (const choice of CHOICES) {
    if (props[choice] !== undefined) look.push(`${choice}-${props[choice]}`);
    delete attributes[choice];
  }
  return createElement(as, { ...attributes, 'data-look': look.join(' ') });
}
