/** An entry, as far as the assistant reads it. */
export type NoteToRead = { title: string; content: string; mood: string | null; created_at: Date };

const DAYS_READ = 7;
export const MAX_NOTES = 50;
/** In UTF-16 units, for all notes of a person together: some 5,000 tokens. */
export const MAX_TEXT_LENGTH = 20_000;

const DAY_MS = 24 * 60 * 60 * 1000;
const BETWEEN_NOTES = '\n\n';

/** Since when notes are read: seven times 24 hours ago, that instant included. */
export function readSince(now: Date): Date {
  return new Date(now.getTime() - DAYS_READ * DAY_MS);
}

/** Whether somebody's notes are to be analyzed: they have some, and have changed them since they were read on this day. */
export function isDue(changedAt: Date | undefined, readAt: Date | undefined): boolean {
  if (changedAt === undefined) return false;
  return readAt === undefined || changedAt > readAt;
}

/**
 * The notes as one text of at most `MAX_TEXT_LENGTH`, oldest first; they come newest first. Where there is too much, the longest
 * notes lose their ends, all at the same length, so that many words of one day do not push out the other days.
 */
export function textOf(notes: readonly NoteToRead[]): string {
  const texts = notes.map(noteText).reverse();
  const room = MAX_TEXT_LENGTH - BETWEEN_NOTES.length * Math.max(0, texts.length - 1);
  const length = commonLength(texts, room);
  // Half a character at an end would be no text.
  return texts.map((text) => text.slice(0, length).toWellFormed()).join(BETWEEN_NOTES);
}

function noteText({ title, content, mood, created_at }: NoteToRead): string {
  const facts = [created_at.toISOString().slice(0, 10), mood ?? [], title].flat().join(' · ');
  return `${facts}\n${content}`;
}

/** The greatest length at which texts can be cut so that all of them fit into the room. */
function commonLength(texts: readonly string[], room: number): number {
  const lengths = texts.map((text) => text.length).toSorted((one, other) => one - other);
  let left = room;
  for (const [position, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - position));
    if (length > share) return share;
    left -= length;
  }
  return room;
}
