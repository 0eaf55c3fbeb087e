import Type, { type Static } from 'typebox';
import { LEFT_OUT_REASONS } from '#features/journal';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { LargeFileInBody } from '#platform/http/upload/upload.ts';
import { FORMAT_NAMES, formatErrors } from './format/format.schema.ts';

export const MAX_IMPORTS_PER_DAY = 20;

const ImportStatus = Type.Enum(['receiving', 'queued', 'running', 'planned', 'completed', 'failed', 'expired'], {
  title: 'ImportStatus',
  description:
    '`planned` is the end of a dry run: start it within a day, before it is `expired`. `completed` and `failed` are final.',
});
export type ImportStatus = Static<typeof ImportStatus>;

const Counts = (description: string) =>
  Type.Object(
    {
      notebooks: Type.Integer(),
      entries: Type.Integer(),
      photos: Type.Integer(),
      records: Type.Optional(Type.Integer({ description: 'Of an export of Meadow: all other records.' })),
    },
    { title: 'ImportCounts', description },
  );

const LeftOutGroup = Type.Object(
  {
    kind: Type.String({
      description:
        'What it is, such as `entry`, `photo`, `tag`, `mood`, `time`, `audio`, `video`, `document`, `file`, `location` or `weather`. `date` with `from-file`: a note without a date has that of its file.',
    }),
    reason: Type.Enum([...LEFT_OUT_REASONS]),
    count: Type.Integer(),
    examples: Type.Array(Type.String(), { description: 'The first five: titles, names or values.' }),
  },
  { title: 'LeftOut' },
);
export type LeftOutGroup = Static<typeof LeftOutGroup>;

/** What became of the items of a file. Counts are by kind of record. */
export type ImportReport = {
  added: Record<string, number>;
  existing: Record<string, number>;
  omitted: LeftOutGroup[];
  /** The size of the text that a dry run would add. */
  text_bytes?: number;
  /** Photos and other pictures that a dry run would add. */
  photos?: number;
};

export const EMPTY_REPORT: ImportReport = { added: {}, existing: {}, omitted: [] };

export const Import = Type.Object(
  {
    id: Uuid,
    format: Type.Enum([...FORMAT_NAMES]),
    status: ImportStatus,
    is_dry_run: Type.Boolean({ description: 'Whether it only counts. false once a plan is started.' }),
    bytes: Type.Integer({ description: 'Of the file.' }),
    items_done: Type.Integer({ description: 'Records of the file that are done, for a progress display.' }),
    counts: Counts('What was added so far; in a dry run what would be.'),
    existing: Counts('What an earlier import had added. It was not changed.'),
    left_out: Type.Array(LeftOutGroup, {
      description: 'What is not imported, or not as it stands in the file, and why.',
    }),
    error_code: Nullable(
      Type.String({
        description:
          'Why it failed: `archive.broken`, `import.broken`, `import.too-slow`, `import.text-spent`, `import.stopped-server` or `import.failed`.',
      }),
    ),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp, { description: 'Until when a plan can be started.' }),
  },
  { title: 'Import' },
);
export type Import = Static<typeof Import>;

export const ImportBody = Type.Object({ import: Import }, { title: 'ImportBody' });
export const ImportList = listSchema('imports', Import);

export const ImportForm = Type.Object({ file: LargeFileInBody }, { title: 'NewImport' });

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Whether to count only. Then start the import when you have seen its plan.' }),
  ),
});

export const importErrors = {
  ...formatErrors,
  ...declareErrors({
    failed: {
      status: 500,
      code: 'import.failed',
      message: 'The import failed several times. Send the file again: what was imported is not added twice.',
    },
    stoppedServer: {
      status: 400,
      code: 'import.stopped-server',
      message:
        'Meadow stopped twice while it read this file, so it does not try again. Split the file, and send the parts. What was imported is not added twice.',
    },
    textSpent: {
      status: 400,
      code: 'import.text-spent',
      message:
        'Your account has imported as much text as this server allows. What was imported stays. Ask the operator of the server for more.',
    },
    alreadyRunning: {
      status: 409,
      code: 'import.already-running',
      message: 'Another import of yours is running. Wait until it has ended, then send this one again.',
    },
    tooMany: {
      status: 429,
      code: 'import.too-many',
      message: 'You have started 20 imports within a day. Try again tomorrow.',
    },
    notFound: { status: 404, code: 'import.not-found', message: 'You have no import with this id.' },
    notPlanned: {
      status: 409,
      code: 'import.not-planned',
      message: 'Only a dry run that has ended within the last day can be started. Send the file again.',
    },
  }),
};
