import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { paginate } from '#platform/http/pagination.ts';
import { isTrustedImageUrl } from '#platform/network/url.ts';
import type { EncouragementDeps } from '../deps.ts';
import { checkMedia } from './drop-template.rules.ts';
import {
  type Media,
  type NewTemplate,
  type Template,
  type TemplateAdministrationQuery,
  type TemplateChange,
  type TemplateQuery,
  templateErrors,
} from './drop-template.schema.ts';
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  type TemplateRow,
  type TemplateValues,
  updateDropsWithoutTemplate,
  updateTemplate,
} from './drop-template.store.ts';

export type TemplatePage = { templates: Template[]; next_cursor: string | null };

/** A page of the approved templates, newest first. */
export async function listApprovedTemplates(
  deps: Pick<EncouragementDeps, 'db'>,
  query: TemplateQuery,
): Promise<TemplatePage> {
  return listAllTemplates(deps, { ...query, approval_status: 'approved' });
}

/** A page of the templates that match the query, newest first. */
export async function listAllTemplates(
  deps: Pick<EncouragementDeps, 'db'>,
  query: TemplateAdministrationQuery,
): Promise<TemplatePage> {
  const { rows, next_cursor } = await paginate(query, (after, limit) =>
    listTemplates(deps.db, { type: query.type, approvalStatus: query.approval_status, after }, limit),
  );
  return { templates: rows.map(viewOf), next_cursor };
}

/** Stores a template, `pending` unless the input sets a status. */
export async function createTemplate(deps: EncouragementDeps, actor: Actor, input: NewTemplate): Promise<Template> {
  const template = merged({ ...EMPTY, type: input.type, title: input.title, content: input.content }, input);
  checkTemplate(deps, template);
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

/** Changes the given fields of a template. Sent drops do not change. */
export async function changeTemplate(
  deps: EncouragementDeps,
  actor: Actor,
  id: string,
  change: TemplateChange,
): Promise<Template> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    const template = merged(before, change);
    checkTemplate(deps, template);
    const row = await updateTemplate(tx, before.id, template, deps.clock.now());
    await recordAudit(deps, tx, actor, {
      ...auditEventOf('change', row.id),
      details: { approval_status: { from: before.approval_status, to: row.approval_status } },
    });
    return viewOf(row);
  });
}

/** Drops detached from a template in one statement. */
const BATCH_SIZE = 5_000;

/** Deletes a template and detaches the drops sent with it. A repeated call continues an interrupted deletion. */
export async function removeTemplate(deps: EncouragementDeps, actor: Actor, id: string): Promise<void> {
  // The foreign key would detach all of them in one statement, and block their readers for its duration.
  let detached: number;
  do {
    detached = await updateDropsWithoutTemplate(deps.db, id, BATCH_SIZE);
  } while (detached === BATCH_SIZE);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw templateErrors.notFound();
    await recordAudit(deps, tx, actor, auditEventOf('delete', id));
  });
}

const EMPTY = { media_url: null, media_type: null, thumbnail_url: null, approval_status: 'pending' } as const;

function auditEventOf(verb: 'create' | 'change' | 'delete', id: string) {
  return { action: `encouragement.${verb}-template`, subjectType: 'drop_template', subjectIds: [id] };
}

/** The template with the changed fields. */
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

function checkTemplate({ publicUrl }: EncouragementDeps, template: TemplateValues): void {
  checkMedia(template);
  const urls = [template.media_url, template.thumbnail_url].filter((url) => url !== null);
  if (!urls.every((url) => isTrustedImageUrl(url, publicUrl))) throw templateErrors.mediaUrlInvalid();
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

export function mediaOf({ media_url, media_type, thumbnail_url }: Media): Media {
  return { media_url, media_type, thumbnail_url };
}
