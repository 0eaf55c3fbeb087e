import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { LabDeps } from '../deps.ts';
import { decideSubmission, type SubmissionKind } from '../submission/submission.actions.ts';
import type { DeclineReason } from '../submission/submission.schema.ts';
import { existsSubmission } from '../submission/submission.store.ts';
import { templateErrors } from '../template/template.schema.ts';
import { shareClassroomFlag, shareVisibleTemplate } from '../template/template.store.ts';
import { requireVisibleTemplate } from '../template/template-access.actions.ts';
import { type NewVideo, type SubmittedVideo, type Video, type VideoFeature, videoErrors } from './video.schema.ts';
import { insertVideo, listApprovedVideosOf, listPendingVideos, updateFeature, type VideoRow } from './video.store.ts';
import { videoDecided } from './video.template.ts';

const VIDEOS: SubmissionKind<VideoRow> = {
  table: 'lab_video',
  noun: 'video',
  errors: videoErrors,
  notificationOf: videoDecided,
};

/** Submits a video about a template. It is hidden until a super admin approves it. */
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

/** Lists the approved videos about a template, newest first. */
export async function listVideos(
  deps: LabDeps,
  actor: Actor,
  templateId: string,
  query: PageQuery,
): Promise<{ videos: Video[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, async (after, limit) => {
    const { id } = await requireVisibleTemplate(deps.db, actor, templateId);
    return listApprovedVideosOf(deps.db, id, after, limit);
  });
  return { videos: rows.map(viewOf), next_cursor };
}

/** Newest first. */
export async function listPendingSubmissions(
  deps: LabDeps,
  query: PageQuery,
): Promise<{ videos: SubmittedVideo[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) => listPendingVideos(deps.db, after, limit));
  return { videos: rows.map(viewOfSubmitted), next_cursor };
}

export async function approveVideo(deps: LabDeps, actor: Actor, id: string): Promise<SubmittedVideo> {
  return viewOfSubmitted(await decideSubmission(deps, actor, VIDEOS, { id, reason: null }));
}

/** The submitter does not see the reason. */
export async function declineVideo(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { reason }: DeclineReason,
): Promise<SubmittedVideo> {
  return viewOfSubmitted(await decideSubmission(deps, actor, VIDEOS, { id, reason }));
}

/** Sets whether an approved video is featured. */
export async function featureVideo(
  deps: LabDeps,
  actor: Actor,
  id: string,
  { is_featured }: VideoFeature,
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
