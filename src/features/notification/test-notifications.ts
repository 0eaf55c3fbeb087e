import type { NewNotification } from './index.ts';

/** A user who does not exist, so that the notification has no actor. */
const DELETED_USER = '00000000-0000-4000-8000-000000000001';

/** A baton pass to a user. `values` replace fields, and may contradict the kind. */
export const notificationTo = (reader: { id: string }, values: Partial<NewNotification> = {}): NewNotification =>
  ({
    userId: reader.id,
    kind: 'baton_pass',
    title: 'Your turn',
    body: 'Ada has checked in.',
    data: { date: '2026-11-20', from_user_id: DELETED_USER, is_ai: false },
    ...values,
  }) as NewNotification;
