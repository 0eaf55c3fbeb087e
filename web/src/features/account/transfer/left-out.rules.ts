import type messages from '../messages/en.json';

export type KnownKind = keyof typeof messages.omittedKinds;

const KINDS: ReadonlySet<string> = new Set<KnownKind>([
  'entry',
  'photo',
  'tag',
  'mood',
  'audio',
  'video',
  'document',
  'file',
  'location',
  'weather',
]);

/** Whether this client has a word for a kind of what an import leaves out. */
export function isKnownKind(kind: string): kind is KnownKind {
  return KINDS.has(kind);
}
