import type { components } from '@meadow/client';

export type Entry = components['schemas']['Entry'];

/** Whether the mood of an entry is the one that its text was read to have. */
export function isMoodOfText({ mood, emotional_tone: tone }: Pick<Entry, 'mood' | 'emotional_tone'>): boolean {
  return mood !== null && tone !== null && tone.primaryTone === mood.toLowerCase();
}
