import classes from './mood-flower.module.css';
import { MOOD_SHAPES } from './mood-shapes.tsx';
import { moodOf } from './moods.ts';

/** The flower of a mood in its pigment, beside the mood's name. Nothing for a word of the user's own. */
export function MoodFlower({ mood: word, size = 20 }: { mood: string; size?: number }) {
  const known = moodOf(word);
  if (known === null) return null;
  return (
    <svg
      className={classes.flower}
      data-mood={known.mood}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {MOOD_SHAPES[known.form]}
    </svg>
  );
}
