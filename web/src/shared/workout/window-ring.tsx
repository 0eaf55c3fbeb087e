import type { ReactNode } from 'react';
import type { PetalState } from './window.rules.ts';
import classes from './window-ring.module.css';

const PETAL = 'M114 34C109.8 26 104.5 17 107.4 8.5Q114 0.5 120.6 8.5C123.5 17 118.2 26 114 34z';
const DEGREES = 15;

/** The window as a ring of petals, five minutes each, around what is to be said. Decoration: the words beside it say the same. */
export function WindowRing({ petals, children }: { petals: readonly PetalState[]; children: ReactNode }) {
  return (
    <div className={classes.ring}>
      <svg viewBox="0 -4 228 232" aria-hidden>
        {petals.map((state, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: the petals never change their places
            key={index}
            className={classes.petal}
            data-state={state}
            d={PETAL}
            transform={`rotate(${(index + 0.5) * DEGREES} 114 114)${state === 'now' ? ' translate(0 -4)' : ''}`}
          />
        ))}
      </svg>
      <div className={classes.middle}>{children}</div>
    </div>
  );
}
