import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const VIDEO_TABLES = [
  defineTable('lab_video', {
    holds: 'Videos of experiments',
    owner: 'submitted_by',
    collections: {
      'lab/videos': {
        description: 'Videos that the user submitted.',
        fields: {
          id: Id,
          template_id: Id,
          title: Text,
          url: Text,
          status: Text,
          decline_reason: optional(Text),
          decided_at: optional(Instant),
          created_at: Instant,
        },
        omits: { 'Decided by a super admin about the list of videos.': ['is_featured'] },
      },
    },
    deletion: [erase('submitted_by')],
  }),
];
