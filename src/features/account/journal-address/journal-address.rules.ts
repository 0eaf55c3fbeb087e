const PREFIX = 'journal-';
const KEY = '[0-9a-f]{32}';
/** Limits the journals that one email can write to. */
const MAX_ADDRESSES = 20;

export function journalAddressOf(key: string, domain: string): string {
  return `${PREFIX}${key}@${domain.toLowerCase()}`;
}

/** The distinct keys of the journal addresses in a text, in any case. At most the first 20. */
export function journalKeysIn(text: string, domain: string): string[] {
  const pattern = new RegExp(`(?<![\\w.+-])${PREFIX}(${KEY})@([a-z0-9.-]+)`, 'gi');
  const keys = new Set<string>();
  for (const [, key = '', host = ''] of text.matchAll(pattern)) {
    // A host name may end with a dot, and so may a sentence.
    if (host.toLowerCase().replace(/\.$/, '') === domain.toLowerCase()) keys.add(key.toLowerCase());
    if (keys.size === MAX_ADDRESSES) break;
  }
  return [...keys];
}
