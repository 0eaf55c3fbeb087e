import type { Actor } from '../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { JournalDeps } from './entry.actions.ts';
import { updateEntriesWithoutNotebook, updateInheritedSharing } from './entry-sharing.store.ts';
import { type NewNotebook, type Notebook, type NotebookChange, notebookErrors } from './notebook.schema.ts';
import {
  deleteNotebook,
  findNotebookOf,
  findVisibleNotebook,
  insertNotebook,
  listNotebooksOf,
  lockNotebookOf,
  type NotebookRow,
  updateNotebook,
} from './notebook.store.ts';
import { resolveSharing } from './sharing.actions.ts';
import { mentionsSharing, OWNER_ONLY, sharingOf } from './visibility.rules.ts';
import { lockJournalOf } from './visibility.store.ts';

/** Stores a new notebook and returns it. Throws the refusals of `visibilityErrors`. */
export async function createNotebook(deps: JournalDeps, actor: Actor, input: NewNotebook): Promise<Notebook> {
  return deps.db.transaction().execute(async (tx) => {
    await lockJournalOf(tx, actor.userId);
    const { sharing } = await resolveSharing(tx, actor.userId, OWNER_ONLY, input, null);
    const notebook = {
      id: deps.ids.next(),
      userId: actor.userId,
      name: input.name,
      description: input.description ?? '',
      sharing,
      now: deps.clock.now(),
    };
    return viewOf(await insertNotebook(tx, notebook));
  });
}

/** The actor's own notebooks, newest first. */
export async function listNotebooks(
  deps: JournalDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ notebooks: Notebook[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listNotebooksOf(deps.db, actor.userId, after, limit + 1), limit);
  return { notebooks: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** A notebook of the actor's own, or one whose metadata is shared with them. Throws `journal.notebook-not-found`. */
export async function readNotebook(deps: JournalDeps, actor: Actor, id: string): Promise<Notebook> {
  const notebook = await findVisibleNotebook(deps.db, actor, id);
  if (notebook === undefined) throw notebookErrors.notFound();
  return viewOf(notebook);
}

/**
 * Changes what the owner names, and in the same moment whom the entries that inherit from the notebook let in. Throws
 * `journal.notebook-not-found`, `journal.notebook-not-owner`, and the refusals of `visibilityErrors`.
 */
export async function changeNotebook(
  deps: JournalDeps,
  actor: Actor,
  id: string,
  change: NotebookChange,
): Promise<Notebook> {
  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockJournalOf(tx, actor.userId);
    const notebook = await findNotebookOf(tx, actor.userId, id);
    if (notebook === undefined) return undefined;
    const { sharing, effective } = await resolveSharing(tx, actor.userId, notebook, change, null);
    const { name, description } = change;
    const values = { name, description, sharing };
    const row = await updateNotebook(tx, id, values, deps.clock.now());
    if (mentionsSharing(change)) await updateInheritedSharing(tx, id, effective);
    return row;
  });
  if (changed === undefined) throw await checkChange(deps, actor, id);
  return viewOf(changed);
}

/** Deletes the notebook; its entries stay, and fall back to their own visibility. Throws as `changeNotebook` does. */
export async function removeNotebook(deps: JournalDeps, actor: Actor, id: string): Promise<void> {
  const isRemoved = await deps.db.transaction().execute(async (tx) => {
    await lockJournalOf(tx, actor.userId);
    if (!(await lockNotebookOf(tx, actor.userId, id))) return false;
    await updateEntriesWithoutNotebook(tx, id);
    await deleteNotebook(tx, id);
    return true;
  });
  if (!isRemoved) throw await checkChange(deps, actor, id);
}

/** Somebody who sees the notebook learns that it is not theirs; anybody else learns nothing. */
async function checkChange(deps: JournalDeps, actor: Actor, id: string): Promise<Error> {
  const seen = await findVisibleNotebook(deps.db, actor, id);
  return seen === undefined ? notebookErrors.notFound() : notebookErrors.notOwner();
}

function viewOf(row: NotebookRow): Notebook {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    description: row.description,
    ...sharingOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
