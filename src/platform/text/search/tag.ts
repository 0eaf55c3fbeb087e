/** Letters that upper and lower case do not fold as Unicode does. */
const OTHERWISE: Readonly<Record<string, string>> = { ı: 'ı', ẞ: 'ss' };
/** They are folded to upper case. */
const CHEROKEE = /[\u13a0-\u13fd\uab70-\uabbf]/u;

const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * What tags are compared by: trimmed, composed (NFC) and case folded. Empty for a tag without a visible character. `tag_key_1` of the
 * database gives the same.
 */
export function tagKey(tag: string): string {
  const text = tag.trim();
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return [...text.normalize('NFC')].map(foldCase).join('').normalize('NFC');
}

function foldCase(letter: string): string {
  const upper = letter.toUpperCase();
  if (CHEROKEE.test(letter)) return upper;
  // One by one: within a word, the last sigma would stay another letter.
  return OTHERWISE[letter] ?? [...upper].map((part) => part.toLowerCase()).join('');
}

/** The tags without those that are empty or the same as one before. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag.trim());
  }
  return [...byKey.values()];
}
