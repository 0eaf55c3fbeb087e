export type { components, operations, paths } from './api.generated.ts';
export { createMeadow, type Meadow, type MeadowOptions } from './client.ts';
export { MeadowError, unwrap } from './error.ts';
export { type EventOptions, type MeadowEvent, streamEvents } from './events.ts';
export { pagesOf, recordsOf } from './pages.ts';
export type { RetryOptions } from './retry.ts';
export type { Session } from './session.ts';
export { type UploadOptions, upload } from './upload.ts';
