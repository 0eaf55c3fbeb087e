import type { Actor } from '#access/actor.ts';
import type { AccountDeps } from '#features/account';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Signatures } from '#platform/crypto/signatures.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Music } from '#providers/music/music.ts';

export type MusicDeps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  random: Random;
  music: Music;
  /** Seals access and refresh tokens. */
  musicTokens: SecretBox;
  /** Derives the digest, cookie name and code verifier of an OAuth state, so that none of them is stored. */
  musicStates: Signatures;
  musicTimeouts: MusicTimeouts;
  findAccount: AccountDeps['findAccount'];
  publicUrl: string;
  isDraining: () => boolean;
  trackLinks: {
    /** Links the user's entries since `since` that have no track. Returns the number of linked entries. */
    link: (tx: Tx, userId: string, since: Date) => Promise<number>;
    /** Whether the actor may read the metadata of an entry that is linked to the track. */
    isSeenBy: (actor: Actor, trackId: string) => Promise<boolean>;
  };
};

/** How long a user waits for the music service, and for another sync of the same account. */
export type MusicTimeouts = { serviceMs: number; otherSyncMs: number };
