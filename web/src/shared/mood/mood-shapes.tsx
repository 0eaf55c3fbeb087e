import type { ReactNode } from 'react';

/** The forms of moods: bloom is bright, cup at ease, bell low, thistle prickly. */
export type MoodForm = 'bloom' | 'cup' | 'bell' | 'thistle';

export const MOOD_SHAPES: Record<MoodForm, ReactNode> = {
  bloom: (
    <>
      <circle cx="12" cy="6.7" r="4.3" />
      <circle cx="17.04" cy="10.36" r="4.3" />
      <circle cx="15.12" cy="16.29" r="4.3" />
      <circle cx="8.88" cy="16.29" r="4.3" />
      <circle cx="6.96" cy="10.36" r="4.3" />
      <circle cx="12" cy="12" r="3.6" />
      <circle cx="12" cy="12" r="2.3" fill="var(--card)" />
    </>
  ),
  cup: (
    <path d="M4.6 7.6c2.1 0 3.5 1 4.3 2.3C9.5 7.2 10.5 5 12 3.4c1.5 1.6 2.5 3.8 3.1 6.5.8-1.3 2.2-2.3 4.3-2.3.6 7-2.2 12.6-7.4 12.6S4 14.6 4.6 7.6z" />
  ),
  bell: (
    <>
      <path d="M6.3 21C5.8 11.5 8.5 5 15 4.6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M15.3 3.4c4 1.3 5.9 5 5 10.9l-3-2-2.3 2.6-2.1-2.8-3.3 1.3c.1-5.5 1.9-9 5.7-10z" />
    </>
  ),
  thistle: (
    <>
      <path d="M12 1.8l2.1 5.1 5.1-2.1-2.1 5.1 5.1 2.1-5.1 2.1 2.1 5.1-5.1-2.1L12 22.2l-2.1-5.1-5.1 2.1 2.1-5.1L1.8 12l5.1-2.1-2.1-5.1 5.1 2.1z" />
      <circle cx="12" cy="12" r="2" fill="var(--card)" />
    </>
  ),
};
