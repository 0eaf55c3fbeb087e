const PREFIX = 'meadow-draft-';

/** The drafts of this tab, and those whose locks are being released. */
const own = new Map<string, Promise<unknown>>();

/** Tells other tabs that this one writes a draft, until the returned function is called. Pages over plain http have no locks. */
export function holdDraft(entryId: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const { promise: closed, resolve: release } = withResolvers();
  // Shared: two tabs may write drafts of one entry.
  const held = navigator.locks.request(`${PREFIX}${entryId}`, { mode: 'shared' }, () => closed);
  own.set(entryId, held);
  const forget = () => {
    if (own.get(entryId) === held) own.delete(entryId);
  };
  held.then(forget, forget);
  return release;
}

/** The ids of the drafts that other tabs write. */
export async function draftsOpenElsewhere(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const ids = held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  return new Set(ids.filter((id) => !own.has(id)));
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
