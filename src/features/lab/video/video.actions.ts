import type { Actor } from '../../../access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import { recordAudit } from '../../account/index.ts';
import { decideAbout, type SubmissionKind } from '../submission/submission.actions.ts';
import type { Decline } from '../submission/submission.schema.ts';
import { existsSubmission } from '../submission/submission.store.ts';
import type { LabDeps } from '../template/template.actions.ts';
import { templateErrors } from '../template/template.schema.ts';
import { findVisibleTemplate, shareVisibleTemplate } from '../template/template.store.ts';
import { shareClassroomFlag } from '../template/template-access.store.ts';
import { type Feature, type NewVideo, type SubmittedVideo, type Video, videoErrors } from './video.schema.ts';
import { insertVideo, listApprovedVideosOf, listPendingVideos, updateFeature, type VideoRow } from './video.store.ts';

const VIDEOS: SubmissionKind = { table: 'lab_video', noun: 'video', errors: videoErrors };

/**
 * Hands in a film about a template; nobody sees it until somebody approves it. Throws `lab.template-not-found`,
 * `lab.not-a-template`, or `lab.videos-closed-to-classrooms`.
 */
export async function submitVideo(
  deps: LabDeps,
  actor: Actor,
  templateId: string,
  { title, url }: NewVideo,
): Promise<Video> {
  const video = await deps.db.transaction().execute(async (tx) => {
    const isClassroom = await shareClassroomFlag(tx, actor.userId);
    const template = await shareVisibleTemplate(tx, actor.userId, templateId);
    if (template === undefined) throw templateErrors.notFound();
    if (isClassroom) throw videoErrors.closedToClassrooms();
    if (!template.is_template) throw templateErrors.notATemplate();
    const now = deps.clock.now();
    return insertVideo(tx, {
      id: deps.ids.next(),
      templateId: template.id,
      submittedBy: actor.userId,
      title,
      url,
      now,
    });
  });
  return viewOf(video);
}

/** The films about a template that were approved, newest first. Throws `lab.template-not-found`. */
export async function listVideos(
  deps: LabDeps,
  actor: Actor,
  templateId: string,
  query: PageQuery,
): Promise<{ videos: Video[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const template = await findVisibleTemplate(deps.db, actor.userId, templateId);
  if (template === undefined) throw templateErrors.notFound();
  const page = toPage(await listApprovedVideosOf(deps.db, template.id, after, limit + 1), limit);
  return { videos: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** The films that nobody has decided about, newest first. */
export async function listUndecidedVideos(
  deps: LabDeps,
  query: PageQuery,
): Promise<{ videos: SubmittedVideo[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listPendingVideos(deps.db, after, limit + 1), limit);
  return { videos: page.rows.map(viewOfSubmitted), next_cursor: writeCursor(page.next) };
}

/** Shows a film with its template. Throws `lab.video-not-found` or `lab.video-not-pending`. */
export async function approveVideo(deps: LabDeps, actor: Actor, id: string): Promise<SubmittedVideo> {
  return viewOfSubmitted(await decideAbout<VideoRow>(deps, actor, VIDEOS, { id, reason: null }));
}

/** Never shows a film; whoever handed it in does not learn why. Throws as `approveVideo` does. */
export async function declineVideo(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { reason }: Decline,
): Promise<SubmittedVideo> {
  return viewOfSubmitted(await decideAbout<VideoRow>(deps, actor, VIDEOS, { id, reason }));
}

/** Puts an approved film forward, or no longer. Throws `lab.video-not-found` or `lab.video-not-approved`. */
export async function featureVideo(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { is_featured }: Feature,
): Promise<SubmittedVideo> {
  const video = await deps.db.transaction().execute(async (tx) => {
    const changed = await updateFeature(tx, id, is_featured);
    if (changed === undefined) return undefined;
    const action = is_featured ? 'lab.feature-video' : 'lab.unfeature-video';
    await recordAudit(deps, tx, actor, { action, subjectType: VIDEOS.table, subjectIds: [changed.id] });
    return changed;
  });
  if (video !== undefined) return viewOfSubmitted(video);
  throw (await existsSubmission(deps.db, VIDEOS.table, id)) ? videoErrors.notApproved() : videoErrors.notFound();
}

function viewOf(row: VideoRow): Video {
  return {
    id: row.id,
    template_id: row.template_id,
    title: row.title,
    url: row.url,
    status: row.status,
    is_featured: row.is_featured,
    created_at: row.created_at.toISOString(),
  };
}

function viewOfSubmitted(row: VideoRow): SubmittedVideo {
  return {
    ...viewOf(row),
    submitted_by: row.submitted_by,
    decline_reason: row.decline_reason,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
