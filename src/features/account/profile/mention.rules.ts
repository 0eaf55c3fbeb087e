export type Mention = { user_id: string; name: string };

const MENTION =
  /@\[((?:[^\]\n@]|@(?!\[)){1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;

/** A mention cut off by the end of a truncated text. */
const CUT_MENTION = /@\[((?:[^\]\n@]|@(?!\[)){1,200})\]\([0-9a-f-]{0,36}$/i;

/** The users mentioned as `@[Name](user-uuid)`, each once, in order of first mention. */
export function mentionsIn(content: string): Mention[] {
  const mentions = new Map<string, Mention>();
  for (const [, name = '', id = ''] of content.matchAll(MENTION)) {
    const userId = id.toLowerCase();
    if (!mentions.has(userId)) mentions.set(userId, { user_id: userId, name });
  }
  return [...mentions.values()];
}

/** Replaces mentions with names, for readers who must not learn user ids. The text may be truncated. */
export function replaceMentionsWithNames(text: string): string {
  return text.replace(MENTION, '$1').replace(CUT_MENTION, '$1');
}

export function excludeMentions(mentions: readonly Mention[], excluded: ReadonlySet<string> | undefined): Mention[] {
  return mentions.filter(({ user_id }) => !excluded?.has(user_id));
}
