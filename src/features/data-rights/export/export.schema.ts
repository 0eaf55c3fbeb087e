import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

/** The format of an archive, in its manifest. */
export const EXPORT_FORMAT = 'meadow-export';
export const EXPORT_VERSION = 1;

export const MAX_EXPORTS_PER_DAY = 5;
export const EXPORT_DAYS = 7;

const Progress = Type.Object({
  done: Type.Integer({ minimum: 0, description: 'Records and files that are in the archive.' }),
  total: Type.Integer({ minimum: 0, description: 'Records and files that there are; 0 until the export starts.' }),
});

const Export = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(['queued', 'running', 'ready', 'failed'], {
      description: '`failed`: the archive could not be made. Start another export.',
    }),
    progress: Progress,
    size_bytes: Nullable(Type.Integer({ minimum: 1 })),
    created_at: Timestamp,
    expires_at: Type.String({ format: 'date-time', description: 'When the archive is deleted.' }),
    url: Nullable(Type.String(), {
      description: 'Where the archive can be downloaded, with your access token. null until the export is ready.',
    }),
  },
  { title: 'Export' },
);
export type Export = Static<typeof Export>;

export const ExportBody = Type.Object({ export: Export }, { title: 'ExportBody' });
export const ExportList = Type.Object({ exports: Type.Array(Export) }, { title: 'ExportList' });

export const Archive = {
  description: 'The archive.',
  content: { 'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
};

export const ExportRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      ready: Type.Integer({ description: 'Exports that this run made.' }),
      failed: Type.Integer({ description: 'Exports that this run gave up.' }),
    }),
  },
  { title: 'ExportRun' },
);
export type ExportRun = Static<typeof ExportRun>;

export const exportErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'export.not-found',
    message:
      'You have no such export. Exports are deleted after 7 days. Start another one with POST /api/user/exports.',
  },
  notReady: {
    status: 409,
    code: 'export.not-ready',
    message: 'The export is not ready. Get it with GET /api/user/exports/:id until its status is `ready`.',
  },
  alreadyRunning: {
    status: 409,
    code: 'export.already-running',
    message: 'An export of yours is in progress. Wait for it, or delete it with DELETE /api/user/exports/:id.',
  },
  dailyLimit: {
    status: 429,
    code: 'export.daily-limit',
    message: `You started ${MAX_EXPORTS_PER_DAY} exports within 24 hours. Download one of them, or try again later.`,
  },
  tooLarge: {
    status: 409,
    code: 'export.too-large',
    message:
      'Your account is too large for an export while you wait. Start one with POST /api/user/exports and download it when it is ready.',
  },
});
