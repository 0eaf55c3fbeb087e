import type { Actor } from '#access/actor.ts';
import type { UserSummary } from '#features/account';
import { nameOf } from '#features/check-in';
import { lockVisibleEntry } from '#features/journal';
import { type NotificationDeps, notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import { limitsOf } from '../allowance/allowance.actions.ts';
import { allowanceOn, limitErrorOf } from '../allowance/allowance.rules.ts';
import { findSpending } from '../allowance/allowance.store.ts';
import type { EncouragementDeps } from '../deps.ts';
import { mediaOf } from '../drop-template/drop-template.actions.ts';
import { type DropType, type Media, templateErrors } from '../drop-template/drop-template.schema.ts';
import { lockApprovedTemplate, updateUsageCount } from '../drop-template/drop-template.store.ts';
import {
  ASSISTANT_ID,
  ASSISTANT_NAME,
  type ContentSource,
  canReceive,
  contentSourceOf,
  engagementEndOf,
} from './drop.rules.ts';
import {
  type Drop,
  dropErrors,
  type NewDrop,
  type ReceivedDrop,
  type ReceivedQuery,
  type SentDropBody,
  type SentDropWithRecipient,
} from './drop.schema.ts';
import {
  claimAssistantDrops,
  type DropRow,
  findReceivedDrop,
  insertDropWithin,
  listReceivedDrops,
  listSentDrops,
  lockSenderAndRecipient,
  type NewAssistantDrop,
  type ReceivedRow,
  type SentRow,
  updateAsRead,
} from './drop.store.ts';
import { assistantDropNotification, dropNotification } from './drop.template.ts';

/** Sends a drop, spends it from the sender's allowance and notifies the recipient, in one transaction. */
export async function sendDrop(deps: EncouragementDeps, actor: Actor, input: NewDrop): Promise<SentDropBody> {
  const { userId } = actor;
  const source = contentSourceOf(input);
  const entryId = input.entry_id?.toLowerCase() ?? null;
  if (input.recipient_id.toLowerCase() === userId) throw dropErrors.toOneself();
  const [id, sentAt] = [deps.ids.next(), deps.clock.now()];
  const day = localDateOf(sentAt, 'UTC');

  return deps.db.transaction().execute(async (tx) => {
    const profiles = await lockSenderAndRecipient(tx, userId, input.recipient_id);
    if (profiles === undefined) throw dropErrors.recipientNotFound();
    if (!canReceive(profiles)) throw dropErrors.recipientUnavailable();
    const { recipient_id: recipientId, sender_name: name, configuration } = profiles;
    const content = await resolveContent(tx, input.drop_type, source);
    if (entryId !== null && !(await lockVisibleEntry(tx, actor, recipientId, entryId)))
      throw dropErrors.entryNotFound();

    const limits = limitsOf(configuration);
    const drop = {
      ...content,
      id,
      sender_id: userId,
      recipient_id: recipientId,
      drop_type: input.drop_type,
      is_custom: content.template_id === null,
      entry_id: entryId,
      date_sent: sentAt,
      read_at: null,
      day,
      engagement_ends_at: engagementEndOf(sentAt, configuration.engagement_window_hours),
    };
    const spent = await insertDropWithin(tx, limits, drop);
    if (spent === undefined)
      throw limitErrorOf(allowanceOn(day, await findSpending(tx, userId), limits), limits, drop.is_custom);
    await deps.recalculateBadges(tx, [userId]);
    await notify(deps, tx, [dropNotification(drop, { id: userId, name })]);
    // Last, because concurrent sends of the same template wait from here until the commit.
    if (drop.template_id !== null) await updateUsageCount(tx, drop.template_id);
    const { total_available } = allowanceOn(day, spent, limits);
    return { drop: { ...viewOf(drop), engaged: false, bonus_drops_awarded: 0 }, remaining: total_available };
  });
}

/** A page of the drops that the actor has sent, newest first, without those to users in a blocked pair with the actor. */
export async function listSent(
  deps: EncouragementDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ drops: SentDropWithRecipient[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listSentDrops(deps.db, actor.userId, after, limit),
  );
  return { drops: rows.map(viewOfSent), next_cursor };
}

/**
 * A page of the drops that the actor has received, newest first. Marks them as read after reading, unless `mark_read` is false
 * or the actor is impersonated.
 */
export async function listReceived(
  deps: EncouragementDeps,
  actor: Actor,
  query: ReceivedQuery,
): Promise<{ drops: ReceivedDrop[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listReceivedDrops(deps.db, actor.userId, after, limit),
  );
  const unread = rows.filter(({ read_at }) => read_at === null).map(({ id }) => id);
  const isMarking = query.mark_read !== false && actor.impersonatorId === null && unread.length > 0;
  if (isMarking) await updateAsRead(deps.db, actor.userId, unread, deps.clock.now());
  return { drops: rows.map(viewOfReceived), next_cursor };
}

/** Marks a received drop as read. A repeated call keeps the first time. */
export async function markReceivedRead(deps: EncouragementDeps, actor: Actor, id: string): Promise<ReceivedDrop> {
  const received = await findReceivedDrop(deps.db, actor.userId, id);
  if (received === undefined) throw dropErrors.notFound();
  if (received.read_at !== null) return viewOfReceived(received);
  await updateAsRead(deps.db, actor.userId, [received.id], deps.clock.now());
  const read = await findReceivedDrop(deps.db, actor.userId, id);
  if (read === undefined) throw dropErrors.notFound();
  return viewOfReceived(read);
}

/**
 * Sends the assistant's drops of today (UTC) to different recipients. `content` has 1 to 1,000 characters. Returns the number of
 * drops sent: recipients who already have one get none. They spend no allowance and count for no badge.
 */
export async function sendAssistantDrops(
  deps: NotificationDeps,
  tx: Tx,
  drops: readonly NewAssistantDrop[],
): Promise<number> {
  const now = deps.clock.now();
  const sent = await claimAssistantDrops(tx, drops, { day: localDateOf(now, 'UTC'), now });
  const notifications = drops
    .filter(({ id }) => sent.has(id))
    .map(({ id, recipientId }) => assistantDropNotification({ id, recipient_id: recipientId }));
  await notify(deps, tx, notifications);
  return sent.size;
}

type DropContent = Media & { template_id: string | null; title: string | null; content: string };

/** The text and media of a drop, copied from its template if it has one. */
async function resolveContent(tx: Tx, type: DropType, { templateId, content }: ContentSource): Promise<DropContent> {
  if (templateId === null) return { template_id: null, title: null, content, ...NO_MEDIA };
  const template = await lockApprovedTemplate(tx, type, templateId);
  if (template === undefined) throw templateErrors.notFound();
  return { template_id: template.id, title: template.title, content: template.content, ...mediaOf(template) };
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

function viewOfSent(row: SentRow): SentDropWithRecipient {
  const { read_at: _, ...drop } = viewOf(row);
  return {
    ...drop,
    engaged: row.engaged_at !== null,
    engaged_at: row.engaged_at?.toISOString() ?? null,
    bonus_drops_awarded: row.bonus_drops_awarded,
    recipient: userOf({
      id: row.recipient_id,
      name: row.recipient_name,
      avatarUrl: row.recipient_avatar_url,
      isAi: row.recipient_is_ai,
      isActive: row.recipient_is_active,
    }),
  };
}

function senderOf(row: ReceivedRow): UserSummary {
  if (row.sender_id === null) return { id: ASSISTANT_ID, full_name: ASSISTANT_NAME, avatar_url: null, is_ai: true };
  return userOf({
    id: row.sender_id,
    name: row.sender_name ?? '',
    avatarUrl: row.sender_avatar_url,
    isAi: row.sender_is_ai === true,
    isActive: row.sender_is_active === true,
  });
}

type UserFacts = { id: string; name: string; avatarUrl: string | null; isAi: boolean; isActive: boolean };

/** The other user of a drop. Inactive users appear without name and avatar. */
function userOf({ id, name, avatarUrl, isAi, isActive }: UserFacts): UserSummary {
  return {
    id,
    full_name: nameOf({ full_name: name, is_active: isActive }),
    avatar_url: isActive ? avatarUrl : null,
    is_ai: isAi,
  };
}
