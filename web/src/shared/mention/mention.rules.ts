/** `@name` before the caret, while it is typed. Null where no user is being named. */
export function mentionBefore(text: string, caret: number): { start: number; query: string } | null {
  const before = text.slice(Math.max(0, caret - MAX_QUERY_LENGTH - 2), caret);
  const match = /(?:^|[\s([{"'„“–—-])@([\p{L}\p{N}][\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)?$/u.exec(before);
  if (match === null) return null;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, query };
}
const MAX_QUERY_LENGTH = 60;

/** The users that a text may name, by the name that stands in it. */
export type Mentions = ReadonlyMap<string, string>;

const MENTION =
  /@\[((?:[^\]\n@]|@(?!\[)){1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;

/**
 * The text as people write it: `@Jonas Weber` for `@[Jonas Weber](id)`. A second user of the same name stays as stored, so that both
 * keep their ids.
 */
export function toWriting(content: string): { text: string; mentions: Mentions } {
  const mentions = new Map<string, string>();
  const text = content.replace(MENTION, (whole: string, name: string, id: string) => {
    const known = mentions.get(name);
    if (known !== undefined && known !== id) return whole;
    mentions.set(name, id);
    return `@${name}`;
  });
  return { text, mentions };
}

/** The text as the server stores it. The longest of two names that start alike is meant. */
export function toContent(text: string, mentions: Mentions): string {
  if (mentions.size === 0) return text;
  const names = [...mentions.keys()].sort((one, other) => other.length - one.length).map(escapePattern);
  // The names are quoted, and no name is followed by another letter of its own word.
  const pattern = new RegExp(`@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(pattern, (whole: string, name: string) => {
    const id = mentions.get(name);
    return id === undefined ? whole : `@[${name}](${id})`;
  });
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
