import { erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const DEVICE_TABLES = [
  defineTable('push_delivery', {
    holds: 'Notifications on their way to devices, deleted with either',
    owner: 'user_id',
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
    // Deliveries that wait for longer than any retry wait for the end of quiet hours. When they are looked at, they are held again.
    onZoneData:
      "update push_delivery set next_attempt_at = $1 where next_attempt_at > $1::timestamptz + interval '6 minutes'",
  }),
  defineTable('push_device', {
    holds: 'Devices that receive push messages',
    owner: 'user_id',
    collections: {
      'notifications/devices': {
        description: 'Browsers that get notifications, without their keys.',
        fields: { id: Id, created_at: Instant, updated_at: Instant },
        omits: { 'A secret of the browser.': ['auth', 'endpoint', 'p256dh'] },
      },
    },
    deletion: [erase('user_id')],
  }),
];
