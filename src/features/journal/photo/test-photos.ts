import { expect } from 'vitest';
import { sendForm } from '#test/multipart.ts';
import { gifOf } from '#test/pictures.ts';
import type { Person, TestApp } from '#test/start-test-app.ts';
import type { Entry } from '../entry/entry.schema.ts';
import type { Photo } from './photo.schema.ts';

/** Creates the calls of tests that add photos to entries. */
export const createPhotoCalls = ({ call, deps }: TestApp) => ({
  send: (user: Person | null, file: Uint8Array | string = gifOf(1)) => sendForm(call, user, '/api/media', { file }),
  upload: async (user: Person, file: Uint8Array = gifOf(1)): Promise<Photo> => {
    const { status, body } = await sendForm(call, user, '/api/media', { file });
    expect(status).toBe(201);
    return body.media;
  },
  createEntry: async (user: Person, fields: object): Promise<Entry> => {
    const entry = { title: 'A day', content: 'Text', mood: 'calm', ...fields };
    const { status, body } = await call(user, 'POST', '/api/journal', entry);
    expect(status).toBe(201);
    return body.entry;
  },
  /** Counts the files of a user's photos. */
  countFiles: async ({ id }: Person): Promise<number> => {
    let count = 0;
    for await (const { key } of deps.storage.list()) if (key.startsWith(`entry-photos/${id}-`)) count += 1;
    return count;
  },
});
