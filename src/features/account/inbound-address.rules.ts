/** What every address begins with whose mails become somebody's journal. */
const BEGINNING = 'journal-';
const KEY = '[0-9a-f]{32}';
/** A mail has a few recipients, whoever sends it. */
const MAX_ADDRESSES = 20;

/** The address whose mails become entries of the person with this key. */
export function inboundAddressOf(key: string, domain: string): string {
  return `${BEGINNING}${key}@${domain.toLowerCase()}`;
}

/** The keys of such addresses that stand in a text, in whatever case, each once; the first twenty of them. */
export function inboundKeysIn(text: string, domain: string): string[] {
  const pattern = new RegExp(`(?<![\\w.+-])${BEGINNING}(${KEY})@([a-z0-9.-]+)`, 'gi');
  const keys = new Set<string>();
  for (const [, key = '', host = ''] of text.matchAll(pattern)) {
    // A name of a host may end with a dot, and so may a sentence.
    if (host.toLowerCase().replace(/\.$/, '') === domain.toLowerCase()) keys.add(key.toLowerCase());
    if (keys.size === MAX_ADDRESSES) break;
  }
  return [...keys];
}
