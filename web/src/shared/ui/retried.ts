/**
 * What `load` returns, asked for again after each failure. Throws the error that comes twice: a module that was fetched and fails
 * throws the same error each time, and one that could not be fetched a new one.
 */
export async function retried<Loaded>(
  load: () => Promise<Loaded>,
  nextOccasion: () => Promise<unknown>,
): Promise<Loaded> {
  let last: unknown;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (error === last) throw error;
      last = error;
      await nextOccasion();
    }
  }
}
