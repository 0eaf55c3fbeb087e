import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { Ids } from '../../platform/ids.ts';
import { isTrustedImageUrl } from '../../platform/network/url.ts';
import { recordAudit } from '../account/index.ts';
import { requireWholeMedia } from './template.rules.ts';
import {
  type Media,
  type NewTemplate,
  type Template,
  type TemplateAdministrationQuery,
  type TemplateChange,
  type TemplateQuery,
  templateErrors,
} from './template.schema.ts';
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  type TemplateRow,
  type TemplateValues,
  updateDropsWithoutTemplate,
  updateTemplate,
} from './template.store.ts';

export type TemplateDeps = { db: Db; clock: Clock; ids: Ids; publicUrl: string };

export type TemplatePage = { templates: Template[]; next_cursor: string | null };

/** What can be sent, newest first. */
export async function listApprovedTemplates(
  deps: Pick<TemplateDeps, 'db'>,
  query: TemplateQuery,
): Promise<TemplatePage> {
  return listAllTemplates(deps, { ...query, approval_status: 'approved' });
}

/** All templates that fit, newest first. */
export async function listAllTemplates(
  deps: Pick<TemplateDeps, 'db'>,
  query: TemplateAdministrationQuery,
): Promise<TemplatePage> {
  const { limit, after } = parsePage(query);
  const filter = { type: query.type, approvalStatus: query.approval_status, after };
  const page = toPage(await listTemplates(deps.db, filter, limit + 1), limit);
  return { templates: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Stores a template, pending where nothing else is said. Throws `drops.media-incomplete` or `drops.media-address-invalid`. */
export async function createTemplate(deps: TemplateDeps, actor: Actor, input: NewTemplate): Promise<Template> {
  const template = merged({ ...NOTHING, type: input.type, title: input.title, content: input.content }, input);
  requireUsable(deps, template);
  const id = deps.ids.next();
  return deps.db.transaction().execute(async (tx) => {
    const row = await insertTemplate(tx, id, template, deps.clock.now());
    await recordAudit(deps, tx, actor, {
      ...auditEventOf('create', id),
      details: { type: row.type, approval_status: row.approval_status },
    });
    return viewOf(row);
  });
}

/**
 * Changes what is given; drops that were sent stay as they were. Throws `drops.template-not-found`, and what `createTemplate`
 * throws of the whole that comes out.
 */
export async function changeTemplate(
  deps: TemplateDeps,
  actor: Actor,
  id: string,
  change: TemplateChange,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    const template = merged(before, change);
    requireUsable(deps, template);
    const row = await updateTemplate(tx, before.id, template, deps.clock.now());
    await recordAudit(deps, tx, actor, {
      ...auditEventOf('change', row.id),
      details: { approval_status: { from: before.approval_status, to: row.approval_status } },
    });
    return viewOf(row);
  });
}

/** So many drops at once lose their template, each time for a moment. */
const PORTION = 5_000;

/**
 * Deletes a template. Drops that were sent with it stay as they are, and name none. Repeating a deletion that broke down goes on.
 * Throws `drops.template-not-found`.
 */
export async function removeTemplate(deps: TemplateDeps, actor: Actor, id: string): Promise<void> {
  // The deletion itself would hold them all, and their readers, for as long as that takes.
  let released: number;
  do {
    released = await updateDropsWithoutTemplate(deps.db, id, PORTION);
  } while (released === PORTION);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw templateErrors.notFound();
    await recordAudit(deps, tx, actor, auditEventOf('delete', id));
  });
}

const NOTHING = { media_url: null, media_type: null, thumbnail_url: null, approval_status: 'pending' } as const;

function auditEventOf(verb: 'create' | 'change' | 'delete', id: string) {
  return { action: `encouragement.${verb}-template`, subjectType: 'drop_template', subjectIds: [id] };
}

/** What is given over what there was. */
function merged(before: TemplateValues, change: TemplateChange): TemplateValues {
  const { type, title, content, media_url, media_type, thumbnail_url, approval_status } = change;
  return {
    type: type ?? before.type,
    title: title ?? before.title,
    content: content ?? before.content,
    media_url: media_url === undefined ? before.media_url : media_url,
    media_type: media_type === undefined ? before.media_type : media_type,
    thumbnail_url: thumbnail_url === undefined ? before.thumbnail_url : thumbnail_url,
    approval_status: approval_status ?? before.approval_status,
  };
}

function requireUsable({ publicUrl }: TemplateDeps, template: TemplateValues): void {
  requireWholeMedia(template);
  const addresses = [template.media_url, template.thumbnail_url].filter((address) => address !== null);
  if (!addresses.every((address) => isTrustedImageUrl(address, publicUrl))) throw templateErrors.mediaAddressInvalid();
}

function viewOf(row: TemplateRow): Template {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    content: row.content,
    ...mediaOf(row),
    approval_status: row.approval_status,
    usage_count: row.usage_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The media alone, out of a record that has them. */
export function mediaOf({ media_url, media_type, thumbnail_url }: Media): Media {
  return { media_url, media_type, thumbnail_url };
}
