import { distinctTags } from '../../../../../src/platform/text/search/tag.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';

/** What is compared of an entry. */
export type Version = {
  title: string;
  content: string;
  mood: string | null;
  tags: readonly string[];
  /** Those of the server, and of this device. */
  photo_ids: readonly string[];
};

/** The entry as this device would have it: what the server has, with all that waits, in its order. */
export function mineOf(theirs: Version, items: readonly OutboxItem[]): Version {
  const changes = [...items].sort((one, other) => one.queuedAt - other.queuedAt).map(({ body }) => pick(body));
  return Object.assign({}, theirs, ...changes);
}

/** Both in one: what the server has, then what this device has. */
export function bothOf(theirs: Version, mine: Version): Version {
  const content = theirs.content === mine.content ? mine.content : `${theirs.content}\n\n---\n\n${mine.content}`;
  return {
    ...mine,
    content,
    tags: distinctTags([...theirs.tags, ...mine.tags]),
    photo_ids: [...new Set([...theirs.photo_ids, ...mine.photo_ids])],
  };
}

/** The paragraphs of a text, each with whether the other text lacks it. */
export function comparedParagraphs(text: string, other: string): { text: string; isOnlyHere: boolean }[] {
  const others = new Set(paragraphsOf(other));
  return paragraphsOf(text).map((paragraph) => ({ text: paragraph, isOnlyHere: !others.has(paragraph) }));
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function pick(body: unknown): Partial<Version> {
  if (typeof body !== 'object' || body === null) return {};
  const { title, content, mood, tags, photo_ids } = body as Partial<Version>;
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(mood !== undefined && { mood }),
    ...(tags !== undefined && { tags }),
    ...(photo_ids !== undefined && { photo_ids }),
  };
}
