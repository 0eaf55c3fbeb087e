import { dropErrors, type NewDrop } from './drop.schema.ts';

/** The sender id of the assistant's drops in responses. No profile has it. */
export const ASSISTANT_ID = '00000000-0000-8000-8000-6d6561646f77';

export const ASSISTANT_NAME = 'Meadow';

const HOUR_MS = 60 * 60 * 1_000;

/** The text of a new drop: a template's or the sender's own. */
export type ContentSource = { templateId: string; content: null } | { templateId: null; content: string };

export function contentSourceOf({ template_id, content }: NewDrop): ContentSource {
  if (template_id != null && content == null) return { templateId: template_id, content: null };
  if (template_id == null && content != null) return { templateId: null, content };
  throw dropErrors.templateOrContent();
}

/** Whether a recipient can get a drop. The error does not say why not, so a block is not revealed. */
export function canReceive(recipient: { is_active: boolean; is_blocked: boolean }): boolean {
  return recipient.is_active && !recipient.is_blocked;
}

/** The end of the engagement window, inclusive. */
export function engagementEndOf(sentAt: Date, windowHours: number): Date {
  return new Date(sentAt.getTime() + windowHours * HOUR_MS);
}
