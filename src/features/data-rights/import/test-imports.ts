import { expect } from 'vitest';
import { sendForm } from '#test/multipart.ts';
import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';
import type { Import } from './import.schema.ts';
import { runDueImports } from './import-run.actions.ts';

/** Creates the calls of tests that import files. */
export const createImportCalls = ({ call, deps }: TestApp) => {
  const send = (user: Person | null, file: Uint8Array | string, query = ''): Promise<TestResponse> =>
    sendForm(call, user, `/api/user/import${query}`, { file: Buffer.from(file as string) });
  const read = async (user: Person, id: string): Promise<Import> => {
    const { status, body } = await call(user, 'GET', `/api/user/imports/${id}`);
    expect(status).toBe(200);
    return body.import;
  };
  /** Uploads a file and returns the import once it has ended. */
  const run = async (user: Person, file: Uint8Array | string, query = ''): Promise<Import> => {
    const { status, body, text } = await send(user, file, query);
    expect(status, text).toBe(201);
    await runDueImports(deps);
    return read(user, body.import.id);
  };
  const listEntries = async (user: Person) => {
    const { status, body } = await call(user, 'GET', '/api/journal');
    expect(status).toBe(200);
    return body.entries;
  };
  return { send, read, run, listEntries };
};
