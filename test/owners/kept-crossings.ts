import type { Crossing } from './statement-watch.ts';

/** By function, what its statements may do without the owner of the rows: `select goal, update goal`, or `*` for anything. */
type Functions = Readonly<Record<string, string>>;

/**
 * The statements that read, lock or write rows of several owners, by why. Each of them would ask all servers on the day on which
 * rows are spread by owner, or needs another table then (docs/scale.md). A new one is a decision: prefer a condition on the owner.
 */
export const KEPT_CROSSINGS: Readonly<Record<string, Functions>> = {
  'What others share: feeds, search, and one entry or notebook by its id.': {
    'src/features/journal/entry-list/entry-facets.store.ts countFacets':
      'select journal_entry, select journal_tag, select notebook',
    'src/features/journal/entry-list/entry-list.store.ts selectEntries':
      'select journal_entry, select journal_tag, select notebook, select photo',
    'src/features/journal/entry-list/search.store.ts listIndexedMatches': 'select journal_entry, select journal_tag',
    'src/features/journal/entry-list/search.store.ts listMatchesInOrder': 'select journal_entry, select journal_tag',
    'src/features/journal/entry-list/search.store.ts listNewestMatches': 'select journal_entry, select journal_tag',
    'src/features/journal/search-text/search-text.store.ts hasSearchTexts': 'select journal_entry',
    'src/features/journal/search-text/search-text.store.ts lockStaleEntries': 'lock journal_entry',
    'src/features/chat/message-search/message-search.store.ts lockUnfoldedMessages': 'lock chat_message',
    'src/features/journal/entry/entry-page.store.ts findNamesOfEntries': 'select notebook',
    'src/features/journal/entry/entry-page.store.ts findVisibleEntry':
      'select journal_entry, select notebook, select photo',
    'src/features/journal/entry/track-link.store.ts existsVisibleEntryWithTrack': 'select journal_entry',
    'src/features/journal/notebook/notebook.store.ts countEntriesOfNotebooks': 'select journal_entry',
    'src/features/journal/notebook/notebook.store.ts findVisibleNotebook': 'select notebook',
    'src/features/journal/notebook/notebook.store.ts listNotebooksSharedWith': 'select notebook',
  },
  'What leaves a group, of all of its members.': {
    'src/features/encouragement/drop-template/drop-template.store.ts updateDropsWithoutTemplate':
      'lock drop_sent, update drop_sent',
    'src/features/journal/visibility/audience.store.ts lockNotebooksOfGroups': 'lock notebook, select journal_entry',
    'src/features/journal/visibility/audience.store.ts updateEntriesWithoutGroups':
      'lock journal_entry, select notebook, update journal_entry',
    'src/features/journal/visibility/audience.store.ts updateNotebooksWithoutGroups': 'update notebook',
  },
  'The day of a community: chain, squad, check-ins, mosaic, battle, leaderboard.': {
    'src/features/badge/leaderboard.actions.ts listRanked': 'select badge',
    'src/features/battle/standings/standings.store.ts countWeek': 'select chain, select check_in',
    'src/features/chain/position/position.store.ts deleteChainRows': 'update chain',
    'src/features/check-in/check-in.store.ts findCheckIn': 'select check_in',
    'src/features/check-in/check-in.store.ts listCheckInsWithIds': 'select check_in',
    'src/features/check-in/day/day.actions.ts listCheckIns': 'select chain, select check_in, select workout_window',
    'src/features/check-in/day/day.actions.ts readTeamStats': 'select chain, select check_in, select workout_window',
    'src/features/check-in/day/day.store.ts listDay': 'select chain, select check_in, select workout_window',
    'src/features/check-in/neighbours/neighbours.actions.ts readChain':
      'select check_in, select user_block, select workout_window',
    'src/features/check-in/neighbours/neighbours.actions.ts readSquad':
      'select check_in, select user_block, select workout_window',
    'src/features/check-in/submission/submission.actions.ts lockDay': 'select check_in',
    'src/features/check-in/verification/verification.store.ts existsLookalikeInGroup': 'select check_in',
    'src/features/check-in/verification/verification.store.ts existsSameFile': 'select check_in',
    'src/features/check-in/verification/verification.store.ts listPendingSince': 'select check_in',
    'src/features/mcp/tool/workout-tools.actions.ts readToday [as run]': 'select check_in, select workout_window',
    'src/features/mosaic/mosaic-list.store.ts countTilesOn': 'select chain',
    'src/features/mosaic/mosaic-list.store.ts listMosaicDates': 'select chain',
    'src/features/mosaic/mosaic.store.ts listStoredTiles': 'select check_in',
    'src/features/mosaic/mosaic.store.ts listTilePhotos': 'select chain, select check_in',
    'src/features/mosaic/mosaic.store.ts listTilesWithoutChain': 'select chain',
    'src/features/overview/today/today.actions.ts readToday': 'select check_in, select workout_window',
  },
  'Chat: the members of a room, and the rooms of a user.': {
    'src/features/chat/message/message.actions.ts listMessages': 'select user_block',
    'src/features/chat/message-search/message-search.store.ts listMatching': 'select user_block',
    'src/features/chat/message/reported-message.store.ts canReportMessage': 'select chat_message',
    'src/features/chat/room/room.actions.ts listRooms': 'select chat_message, select user_block',
    'src/features/overview/me/me.actions.ts readMe': 'select chat_message',
  },
  'Between two users: blocks, and what one of them did.': {
    'src/features/encouragement/drop/drop.store.ts claimAssistantDrops': 'insert drop_sent',
    'src/features/webhook/sending/sending.store.ts claimDueDelivery': 'select user_block',
  },
  'Found by a key that is unique over all users.': {
    'src/features/billing/subscription/customer.store.ts findUserOfCustomer':
      'select payment_customer, select subscription',
    'src/features/billing/subscription/subscription.store.ts lockSubscription': 'lock subscription',
    'src/features/journal/entry/entry.store.ts existsEntry': 'select journal_entry',
    'src/features/journal/trash/trash.store.ts existsInTrash': 'select trash',
    'src/features/music/connection/connection.store.ts claimConnection': 'delete music_oauth_state',
    'src/features/music/connection/connection.store.ts findConnectionOwner': 'select music_oauth_state',
    'src/features/notification/device/device.store.ts upsertDevice': 'select push_device',
    'src/features/tone-pack/pack/pack-summary.store.ts listPackSummaries': 'select tone_pack_purchase',
    'src/features/tone-pack/pack/pack.store.ts existsPurchaseOf': 'select tone_pack_purchase',
    'src/features/tone-pack/purchase/purchase.store.ts claimPurchase': 'select notification',
    'src/features/tone-pack/purchase/purchase.store.ts listPacksOfTransactions': 'select tone_pack_purchase',
    'src/features/tone-pack/share/share.store.ts deleteShare': 'delete tone_pack_share',
    'src/features/wallet/ledger/ledger.store.ts findTransaction': 'select drops_transaction',
    'src/features/wallet/ledger/ledger.store.ts findTransactionByKey': 'select drops_transaction',
    'src/features/wallet/ledger/ledger.store.ts listKnownKeys': 'select drops_transaction',
  },
  'Jobs and queues, over all users.': {
    'src/features/assistant/analysis/analysis.store.ts listLatestAnalyses': 'select note_analysis',
    'src/features/assistant/analysis/analysis.store.ts lockAnalyses': 'lock note_analysis',
    'src/features/battle/battle.store.ts insertBattleOfChains': 'select chain',
    'src/features/battle/battle.store.ts listUnexecutedWeeks': 'select chain',
    'src/features/battle/notification/fighter.store.ts listFighters': 'select chain, select check_in',
    'src/features/chain/matching/rebuild-facts.actions.ts readFacts': 'select chain',
    'src/features/chain/matching/rebuild.store.ts listGroupsWithChains': 'select chain',
    'src/features/check-in/inactive-photo/inactive-photo.store.ts claimInactivePhotos':
      'select check_in, update check_in',
    'src/features/check-in/jobs/day-end.store.ts claimMissedDays': 'lock chain, select workout_window, update chain',
    'src/features/check-in/jobs/day-end.store.ts listOpenDays': 'select chain, select workout_window',
    'src/features/check-in/jobs/reminder.store.ts listOpenings': 'select workout_window',
    'src/features/check-in/jobs/reminder.store.ts listUsersToRemind': 'select check_in, select workout_window',
    'src/features/check-in/synthetic/synthetic-check-in.store.ts listChainPositions': 'select check_in',
    'src/features/data-rights/retention/expired-row.store.ts deleteRowsBefore': '*',
    'src/features/data-rights/retention/stored-file.store.ts listOrphanKeys': '*',
    'src/features/encouragement/engagement/engagement.store.ts claimClosings': 'update drop_sent',
    'src/features/encouragement/engagement/engagement.store.ts claimEngagements': 'update drop_sent',
    'src/features/encouragement/engagement/engagement.store.ts listOpenDrops': 'select drop_sent',
    'src/features/encouragement/engagement/engagement.store.ts lockOpenDrops': 'lock drop_sent, select drop_sent',
    'src/features/goal/goal-due.store.ts listGoalsToNotify':
      'select goal, select notification, select notification_preference',
    'src/features/journal/background/background.store.ts claimTemporaryBackgrounds':
      'delete temporary_background, lock temporary_background',
    'src/features/journal/photo/photo.store.ts deletePhotoRows': 'delete photo',
    'src/features/journal/photo/photo.store.ts listUnusedPhotos': 'select photo',
    'src/features/journal/reads/assistant-note.store.ts listNotes': 'select journal_entry',
    'src/features/journal/trash/trash.store.ts purge': 'delete trash, lock trash, update photo',
    'src/features/music/sync/sync.store.ts listWaitingAccounts': 'select music_account',
    'src/features/notification/device/delivery.store.ts claimDueDeliveries':
      'lock push_delivery, select notification, select notification_preference, select notification_quiet_hours, select push_device, update push_delivery',
    'src/features/notification/device/delivery.store.ts findDeliveryQueue': 'select push_delivery',
    'src/features/synthetic-user/synthetic-user.store.ts listActiveUsers':
      'select synthetic_user, select workout_window',
    'src/command-line/doctor/zones.ts checkStoredZones': 'select workout_window',
    'src/features/operations/health/health.actions.ts readHealth': 'select workout_window',
    'src/features/workout-window/workout-window.store.ts listMatchGroups': 'select workout_window',
    'src/features/workout-window/workout-window.store.ts listParticipants':
      'select workout_location, select workout_window',
    'src/platform/db/record-changes.ts deleteExpiredTombstones': 'delete tombstone, lock tombstone',
  },
  'What `meadow check` verifies, of all rows; most statements are those of invariants, which have no function of their own.':
    {
      'src/command-line/check/findings.ts ': '*',
      'src/features/data-rights/retention/stored-file.store.ts fetchNamedKeys': '*',
      'src/features/journal/search-text/search-text.invariants.ts find': 'select journal_entry',
      'src/features/chat/message-search/message-search.invariants.ts find': 'select chat_message',
      'src/features/journal/visibility/visibility.invariants.ts find': 'select journal_entry, select notebook',
      'src/features/music/account/account.invariants.ts find': 'select music_account',
    },
  'Super admins, who see and change rows of anyone.': {
    'src/features/chat/message/reported-message.store.ts listReportedMessages': 'select chat_message',
    'src/features/encouragement/drop/drop.store.ts listReportedDrops': 'select drop_sent',
    'src/features/journal/entry/entry.store.ts findAuthor': 'select journal_entry',
    'src/features/synthetic-user/synthetic-user.store.ts listSyntheticUsers':
      'select synthetic_user, select workout_window',
  },
  'Export and deletion of an account.': {
    'src/features/data-rights/collection/collection.store.ts listRecords':
      'select chat_message, select tone_pack_share',
    'src/features/data-rights/collection/entry-file.store.ts listEntryFacts': 'select notebook',
    'src/features/data-rights/deletion/erasure.store.ts executeLong': '*',
    'src/features/data-rights/deletion/erasure.store.ts listFileKeys': 'select tone_pack_purchase',
  },
};

const KEPT = new Map(Object.values(KEPT_CROSSINGS).flatMap((functions) => Object.entries(functions)));

/** The crossings that are not listed. */
export function findUnlisted(crossings: readonly Crossing[]): Crossing[] {
  return crossings.filter((crossing) => {
    const [source, what] = split(crossing);
    const kept = KEPT.get(source);
    return kept !== '*' && !kept?.split(', ').includes(what);
  });
}

/** The listed crossings that are not among those that were seen. */
export function findUnseen(seen: readonly Crossing[]): Crossing[] {
  const all = new Set(seen);
  const sources = new Set(seen.map((crossing) => split(crossing)[0]));
  return [...KEPT].flatMap(([source, kept]) => {
    if (kept === '*') return sources.has(source) ? [] : [source];
    return kept
      .split(', ')
      .map((what) => `${source}: ${what}`)
      .filter((crossing) => !all.has(crossing));
  });
}

function split(crossing: Crossing): [source: string, what: string] {
  const [source = '', what = ''] = crossing.split(': ');
  return [source, what];
}
