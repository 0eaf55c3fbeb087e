import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** State that outlives its process. `save` writes it; calls during a write share the next one. */
export type StateFile<State> = { state: State; save(): Promise<void> };

/**
 * Reads the state in the file at `path`, or creates it with `fresh` if there is no readable file.
 * V8's encoding preserves Maps, dates and shared references. Without a path, nothing is stored.
 */
export async function openState<State>(path: string | null, fresh: () => State): Promise<StateFile<State>> {
  if (path === null) return { state: fresh(), save: async () => undefined };
  const state = await readFile(path)
    .then((bytes) => deserialize(bytes) as State)
    .catch(fresh);
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    next = null;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, serialize(state), { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
  return {
    state,
    save: () => {
      next ??= last.then(write, write);
      last = next.catch(() => undefined);
      return next;
    },
  };
}
