import type { ReactNode } from 'react';
import type { Tone } from '../health.rules.ts';
import { Mark } from './mark.tsx';
import classes from './part.module.css';

type PartProps = { title: string; mark?: { tone: Tone; word: string }; children: ReactNode };

/** A card about one part of the server. */
export function Part({ title, mark, children }: PartProps) {
  return (
    <section className={classes.part}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {mark !== undefined && <Mark tone={mark.tone}>{mark.word}</Mark>}
      </header>
      {children}
    </section>
  );
}
