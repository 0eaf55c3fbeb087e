import type { MoodForm } from './mood-shapes.tsx';

/** The moods that Meadow knows, by their form. Any other word is a mood of the user's own, without a flower. */
const MOODS_BY_FORM = {
  bloom: ['joyful', 'grateful', 'excited', 'optimistic', 'energetic'],
  cup: ['hopeful', 'content', 'peaceful', 'calm', 'contemplative'],
  bell: ['neutral', 'tired', 'disappointed', 'sad', 'melancholic'],
  thistle: ['anxious', 'worried', 'frustrated', 'angry', 'pessimistic'],
} as const satisfies Record<MoodForm, readonly string[]>;

export type Mood = (typeof MOODS_BY_FORM)[MoodForm][number];

const FORM_OF: ReadonlyMap<string, MoodForm> = new Map(
  Object.entries(MOODS_BY_FORM).flatMap(([form, moods]) => moods.map((mood) => [mood, form as MoodForm])),
);

export const MOODS = Object.values(MOODS_BY_FORM).flat() as readonly Mood[];

/** Moods match in any case, as in tone packs. Null for a word of the user's own. */
export function moodOf(word: string): { mood: Mood; form: MoodForm } | null {
  const mood = word.toLowerCase();
  const form = FORM_OF.get(mood);
  return form === undefined ? null : { mood: mood as Mood, form };
}
