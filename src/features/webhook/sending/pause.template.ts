import type { PauseReason } from '../endpoint/endpoint.schema.ts';

type Pause = { userId: string; webhookId: string; orgId: string | null; host: string; reason: PauseReason; at: Date };

const CAUSES: Record<PauseReason, string> = {
  failing: 'No event could be delivered for three days.',
  gone: 'The receiver responded that it is gone (410).',
  manual: 'It was paused by request.',
};

/** Tells an owner that a webhook was paused. A user gets one for each pause. */
export function webhookPaused({ userId, webhookId, orgId, host, reason, at }: Pause) {
  return {
    userId,
    kind: 'webhook_paused' as const,
    title: `The webhook to ${host} is paused`,
    body: `${CAUSES[reason]} Repair the receiver, then resume the webhook.`,
    data: { webhook_id: webhookId, host, reason, ...(orgId !== null && { org_id: orgId }) },
    dedupeKey: `webhook_paused:${webhookId}:${at.toISOString()}`,
  };
}
