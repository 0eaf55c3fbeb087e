import { declareErrors } from '#platform/errors.ts';

/* What threads need of the formats: they load no other feature. */

export const FORMAT_NAMES = ['day-one', 'daylio', 'journey', 'markdown', 'meadow'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export const formatErrors = declareErrors({
  formatUnknown: {
    status: 400,
    code: 'import.format-unknown',
    message:
      'This is no file of a diary that Meadow reads. Send the ZIP that Day One (JSON) or Journey exports, a JSON file of Day One, a Daylio backup or CSV, or a ZIP of Markdown files.',
  },
  broken: {
    status: 400,
    code: 'import.broken',
    message:
      'A part of the file cannot be read. Export it again, and send it unchanged. What was imported is not added twice.',
  },
  tooSlow: {
    status: 400,
    code: 'import.too-slow',
    message:
      'Reading this file takes more time or memory than one import may. Split the file, and send the parts. What was imported is not added twice.',
  },
});
