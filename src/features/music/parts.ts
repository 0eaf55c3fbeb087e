import type { Machine } from '#access/machine.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import type { MusicDeps } from './deps.ts';

type MusicParts = Pick<MusicDeps, 'musicTokens' | 'musicStates' | 'musicTimeouts'>;

export function createMusicParts({ secretFor, secretsFor }: Machine): MusicParts {
  return {
    musicTokens: createSecretBox(secretsFor('music tokens')),
    musicStates: createSignatures(secretFor('music connection')),
    // Together below the eight seconds that a user waits at most.
    musicTimeouts: { serviceMs: 5_000, otherSyncMs: 4_500 },
  };
}
