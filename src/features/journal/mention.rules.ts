export type Mention = { user_id: string; name: string };

const MENTION = /@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;

/** The people that a text names as `@[Name](user-uuid)`, each once, in the order of their first mention. */
export function mentionsIn(content: string): Mention[] {
  const mentions = new Map<string, Mention>();
  for (const [, name = '', id = ''] of content.matchAll(MENTION)) {
    const userId = id.toLowerCase();
    if (!mentions.has(userId)) mentions.set(userId, { user_id: userId, name });
  }
  return [...mentions.values()];
}

/** The mentions but those of people whom the author is kept apart from. */
export function mentionsBeside(mentions: readonly Mention[], apart: ReadonlySet<string> | undefined): Mention[] {
  return mentions.filter(({ user_id }) => !apart?.has(user_id));
}
