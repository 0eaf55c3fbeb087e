import type { Actor } from '../../access/actor.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { NAMELESS } from '../check-in/index.ts';
import { lockVisibleEntry } from '../journal/index.ts';
import { type NotificationDeps, notify } from '../notification/index.ts';
import { spendDrop } from './allowance.actions.ts';
import { findConfiguration } from './configuration.store.ts';
import {
  ASSISTANT_ID,
  ASSISTANT_NAME,
  canReceive,
  dropReceived,
  engagementEndOf,
  type Words,
  wordsOf,
} from './drop.rules.ts';
import {
  type Drop,
  dropErrors,
  type NewDrop,
  type ReceivedDrop,
  type ReceivedQuery,
  type SentDropBody,
} from './drop.schema.ts';
import {
  type DropRow,
  findReceivedDrop,
  insertDrop,
  listReceivedDrops,
  lockParties,
  type ReceivedRow,
  updateToRead,
} from './drop.store.ts';
import { mediaOf } from './template.actions.ts';
import { type DropType, type Media, templateErrors } from './template.schema.ts';
import { lockApprovedTemplate, updateUsageCount } from './template.store.ts';

export type EncouragementDeps = NotificationDeps & {
  publicUrl: string;
  /** Brings the badges of these people up to what they have sent by now, in the transaction that changes that. */
  recalculateBadges: (tx: Tx, userIds: readonly string[]) => Promise<void>;
};

/**
 * Sends somebody a drop of today's, and tells them. Throws one of `dropErrors`, `drops.template-not-found`,
 * `drops.allowance-exceeded` or `drops.custom-limit-exceeded`; then nothing has been spent.
 */
export async function sendDrop(deps: EncouragementDeps, actor: Actor, input: NewDrop): Promise<SentDropBody> {
  const { userId } = actor;
  const words = wordsOf(input);
  const entryId = input.entry_id ?? null;
  if (input.recipient_id.toLowerCase() === userId) throw dropErrors.toOneself();
  const [id, sentAt] = [deps.ids.next(), deps.clock.now()];
  const day = localDateOf(sentAt, 'UTC');

  return deps.db.transaction().execute(async (tx) => {
    const parties = await lockParties(tx, userId, input.recipient_id);
    if (parties === undefined) throw dropErrors.recipientNotFound();
    if (!canReceive(parties)) throw dropErrors.recipientUnavailable();
    const { recipient_id: recipientId, sender_name: name } = parties;
    const said = await resolveContent(tx, input.drop_type, words);
    if (entryId !== null && !(await lockVisibleEntry(tx, actor, recipientId, entryId)))
      throw dropErrors.entryNotFound();

    const configuration = await findConfiguration(tx);
    const isCustom = words.templateId === null;
    const left = await spendDrop(tx, { userId, today: day, isCustom }, configuration);
    const row = await insertDrop(tx, {
      ...said,
      id,
      senderId: userId,
      recipientId,
      dropType: input.drop_type,
      entryId,
      sentAt,
      day,
      engagementEndsAt: engagementEndOf(sentAt, configuration.engagement_window_hours),
    });
    await deps.recalculateBadges(tx, [userId]);
    await notify(deps, tx, [dropReceived(row, { id: userId, name })]);
    // Last, because whoever sends the same template waits from here to the end.
    if (said.templateId !== null) await updateUsageCount(tx, said.templateId);
    const drop = { ...viewOf(row), engaged: false, bonus_drops_awarded: 0 };
    return { drop, remaining: left.total_available };
  });
}

/**
 * What the actor has received, newest first. What was unread is answered so, and marked as read by this, unless the query or
 * whoever acts in somebody's place leaves it.
 */
export async function listReceived(
  deps: EncouragementDeps,
  actor: Actor,
  query: ReceivedQuery,
): Promise<{ drops: ReceivedDrop[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listReceivedDrops(deps.db, actor.userId, after, limit + 1), limit);
  const unread = page.rows.filter(({ read_at }) => read_at === null).map(({ id }) => id);
  const marks = query.mark_read !== false && actor.impersonatorId === null && unread.length > 0;
  if (marks) await updateToRead(deps.db, actor.userId, unread, deps.clock.now());
  return { drops: page.rows.map(viewOfReceived), next_cursor: writeCursor(page.next) };
}

/** Marks one of the actor's as read; the first time is the one that stays. Throws `drops.not-found`. */
export async function markReceivedRead(deps: EncouragementDeps, actor: Actor, id: string): Promise<ReceivedDrop> {
  const received = await findReceivedDrop(deps.db, actor.userId, id);
  if (received === undefined) throw dropErrors.notFound();
  if (received.read_at !== null) return viewOfReceived(received);
  await updateToRead(deps.db, actor.userId, [received.id], deps.clock.now());
  const read = await findReceivedDrop(deps.db, actor.userId, id);
  if (read === undefined) throw dropErrors.notFound();
  return viewOfReceived(read);
}

type Said = Media & { templateId: string | null; title: string | null; content: string };

/** What the drop says, copied from its template where it has one. Throws `drops.template-not-found`. */
async function resolveContent(tx: Tx, type: DropType, { templateId, content }: Words): Promise<Said> {
  if (templateId === null) return { templateId, title: null, content, ...NO_MEDIA };
  const template = await lockApprovedTemplate(tx, type, templateId);
  if (template === undefined) throw templateErrors.notFound();
  return { templateId: template.id, title: template.title, content: template.content, ...mediaOf(template) };
}

const NO_MEDIA = { media_url: null, media_type: null, thumbnail_url: null };

function viewOf(row: DropRow): Drop {
  return {
    id: row.id,
    sender_id: row.sender_id ?? ASSISTANT_ID,
    recipient_id: row.recipient_id,
    drop_type: row.drop_type,
    title: row.title,
    content: row.content,
    ...mediaOf(row),
    template_id: row.template_id,
    is_custom: row.is_custom,
    entry_id: row.entry_id,
    date_sent: row.date_sent.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

function viewOfReceived(row: ReceivedRow): ReceivedDrop {
  return { ...viewOf(row), sender: senderOf(row) };
}

/** Who sent it: of somebody who is not let in any more, without name and picture. */
function senderOf(row: ReceivedRow): ReceivedDrop['sender'] {
  if (row.sender_id === null) return { id: ASSISTANT_ID, full_name: ASSISTANT_NAME, avatar_url: null, is_ai: true };
  const isKnown = row.sender_is_active === true;
  return {
    id: row.sender_id,
    full_name: isKnown ? (row.sender_name ?? '') : NAMELESS,
    avatar_url: isKnown ? row.sender_avatar_url : null,
    is_ai: row.sender_is_ai === true,
  };
}
