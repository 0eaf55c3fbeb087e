export type Mention = { user_id: string; name: string };

const MENTION = /@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;

/** Of a text that was cut off within one, the end. */
const CUT_MENTION = /@\[([^\]\n]{1,200})\]\([0-9a-f-]{0,36}$/i;

/** The people that a text names as `@[Name](user-uuid)`, each once, in the order of their first mention. */
export function mentionsIn(content: string): Mention[] {
  const mentions = new Map<string, Mention>();
  for (const [, name = '', id = ''] of content.matchAll(MENTION)) {
    const userId = id.toLowerCase();
    if (!mentions.has(userId)) mentions.set(userId, { user_id: userId, name });
  }
  return [...mentions.values()];
}

/** The text with names in place of mentions, for readers who are to learn nobody's id. It may be the beginning of a longer one. */
export function withNamesAlone(text: string): string {
  return text.replace(MENTION, '$1').replace(CUT_MENTION, '$1');
}

/** The mentions but those of people whom the author is kept apart from. */
export function mentionsBeside(mentions: readonly Mention[], apart: ReadonlySet<string> | undefined): Mention[] {
  return mentions.filter(({ user_id }) => !apart?.has(user_id));
}
