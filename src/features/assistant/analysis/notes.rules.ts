/** The part of an entry that the assistant reads. */
export type NoteToRead = { title: string; content: string; mood: string | null; created_at: Date };

export const DAYS_READ = 7;
export const MAX_NOTES = 50;
/** The maximum length of all entries of a user together, in UTF-16 units: about 5,000 AI tokens. */
export const MAX_TEXT_LENGTH = 20_000;

const DAY_MS = 24 * 60 * 60 * 1000;
const BETWEEN_NOTES = '\n\n';

/** Entries are read from this instant, inclusive: seven times 24 hours ago. */
export function readSince(now: Date): Date {
  return new Date(now.getTime() - DAYS_READ * DAY_MS);
}

/** Whether a user is due for analysis: has entries that changed since they were read on this day. */
export function isDue(changedAt: Date | undefined, readAt: Date | undefined): boolean {
  if (changedAt === undefined) return false;
  return readAt === undefined || changedAt > readAt;
}

/**
 * Joins entries (newest first) to one text, oldest first, of at most `MAX_TEXT_LENGTH`. If they are too long, truncates the
 * longest entries to the same length, so that no long entry displaces the others.
 */
export function textOf(notes: readonly NoteToRead[]): string {
  const texts = notes.map(noteText).reverse();
  const room = MAX_TEXT_LENGTH - BETWEEN_NOTES.length * Math.max(0, texts.length - 1);
  const length = commonLength(texts, room);
  // A cut can leave half of a surrogate pair.
  return texts.map((text) => text.slice(0, length).toWellFormed()).join(BETWEEN_NOTES);
}

function noteText({ title, content, mood, created_at }: NoteToRead): string {
  const facts = [created_at.toISOString().slice(0, 10), mood ?? [], title].flat().join(' · ');
  return `${facts}\n${content}`;
}

/** The greatest length to which texts can be truncated so that their sum is at most `room`. */
function commonLength(texts: readonly string[], room: number): number {
  const lengths = texts.map((text) => text.length).toSorted((one, other) => one - other);
  let remaining = room;
  for (const [position, length] of lengths.entries()) {
    const share = Math.floor(remaining / (lengths.length - position));
    if (length > share) return share;
    remaining -= length;
  }
  return room;
}
