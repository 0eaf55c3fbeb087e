import { dropErrors, type NewDrop } from './drop.schema.ts';

/** Who sends the assistant's drops, as others see it: it is nobody's profile. */
export const ASSISTANT_ID = '00000000-0000-8000-8000-6d6561646f77';

/** What the assistant is called. */
export const ASSISTANT_NAME = 'Meadow';

const HOUR_MS = 60 * 60 * 1_000;

/** What a drop is to say: a template's words, or its sender's. */
export type Words = { templateId: string; content: null } | { templateId: null; content: string };

/** Throws `drops.template-or-content` where a request names both, or neither. */
export function wordsOf({ template_id, content }: NewDrop): Words {
  if (template_id != null && content == null) return { templateId: template_id, content: null };
  if (template_id == null && content != null) return { templateId: null, content };
  throw dropErrors.templateOrContent();
}

/** Whether a sender reaches somebody. Why not is not told: nobody learns who wants nothing to do with them. */
export function canReceive(recipient: { is_active: boolean; is_blocked: boolean }): boolean {
  return recipient.is_active && !recipient.is_blocked;
}

/** Until when what the recipient writes counts, that moment included. */
export function engagementEndOf(sentAt: Date, windowHours: number): Date {
  return new Date(sentAt.getTime() + windowHours * HOUR_MS);
}

/** Tells the recipient who sent something, and not what: an inbox is seen on locked screens. */
export function dropReceived(drop: { id: string; recipient_id: string }, sender: { id: string; name: string }) {
  return {
    userId: drop.recipient_id,
    kind: 'drop_received',
    title: 'A drop for you',
    body: `${sender.name || 'Somebody'} sent you a drop.`,
    data: { drop_id: drop.id, from_user_id: sender.id },
  };
}

/** Tells of a drop of the assistant. Its words follow from somebody's notes. */
export function assistantDropReceived(drop: { id: string; recipient_id: string }) {
  return {
    userId: drop.recipient_id,
    kind: 'drop_received',
    title: 'Your assistant has sent you a drop',
    body: 'A few encouraging words are waiting for you.',
    data: { drop_id: drop.id, from_user_id: null },
  };
}
