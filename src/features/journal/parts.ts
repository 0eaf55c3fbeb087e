import type { Machine } from '#access/machine.ts';
import type { MediaDeps } from '#features/media';
import type { MusicDeps } from '#features/music';
import type { OrganizationDeps } from '#features/organization';
import { buildIndexConcurrently } from '#platform/db/concurrent-index.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import type { JournalDeps } from './deps.ts';
import { linkTracks } from './entry/track-link.actions.ts';
import { existsVisibleEntryWithTrack } from './entry/track-link.store.ts';
import { createSearchQueue, SEARCH_SECONDS } from './entry-list/entry-list.actions.ts';
import { createPictureReaders } from './picture/picture-readers.actions.ts';
import { revokeAllSharing, revokeSharing } from './visibility/sharing.actions.ts';
import { lockJournal } from './visibility/visibility.store.ts';

type JournalParts = Pick<JournalDeps, 'searchQueue' | 'searchSeconds' | 'buildIndex'> &
  Pick<MediaDeps, 'fileReaders'> &
  Pick<MusicDeps, 'trackLinks'> &
  Pick<OrganizationDeps, 'sharing'>;

type Settings = { tables: readonly Table[]; searchLimitSeconds: number | undefined };

export function createJournalParts(deps: Machine & Settings): JournalParts {
  const { db } = deps;
  return {
    searchQueue: createSearchQueue(),
    searchSeconds: deps.searchLimitSeconds ?? SEARCH_SECONDS,
    buildIndex: (index) => buildIndexConcurrently(deps.directUrl, index),
    fileReaders: createPictureReaders(deps, deps.tables),
    trackLinks: {
      link: linkTracks,
      isSeenBy: (actor, trackId) => existsVisibleEntryWithTrack(db, actor, trackId),
    },
    sharing: { lock: lockJournal, revoke: revokeSharing, revokeAll: revokeAllSharing },
  };
}
