import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath } from '#platform/http/shapes.ts';
import type { LabDeps } from '../deps.ts';
import { DeclineReason } from '../submission/submission.schema.ts';
import {
  approveVideo,
  declineVideo,
  featureVideo,
  listPendingSubmissions,
  listVideos,
  submitVideo,
} from './video.actions.ts';
import {
  NewVideo,
  SubmittedVideoBody,
  SubmittedVideoList,
  VideoBody,
  VideoFeature,
  VideoList,
} from './video.schema.ts';

const tags = ['Lab'];

export function videoRoutes(deps: LabDeps): Routes {
  return openToTokens('lab', (scope) => {
    scope.post(
      '/api/lab/templates/:id/videos',
      {
        // A super admin reviews each video.
        config: { requiresVerifiedAddress: true, perHour: 'videos' },
        schema: {
          tags,
          operationId: 'submitLabVideo',
          summary: 'Submit a video of an experiment',
          description: 'The video becomes public once a super admin approves it. Classroom users cannot submit videos.',
          params: IdInPath,
          body: NewVideo,
          errors: ['lab.not-a-template', 'lab.template-not-found', 'lab.videos-closed-to-classrooms'],
          response: { 201: VideoBody },
        },
      },
      async (request, reply) => {
        const video = await submitVideo(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send({ video });
      },
    );

    scope.get(
      '/api/lab/templates/:id/videos',
      {
        schema: {
          tags,
          operationId: 'listLabVideos',
          summary: 'List the videos of an experiment',
          params: IdInPath,
          querystring: PageQuery,
          errors: ['lab.template-not-found'],
          response: { 200: VideoList },
        },
      },
      async (request) => listVideos(deps, actorOf(request), request.params.id, request.query),
    );
  });
}

export function videoAdminRoutes(deps: LabDeps): Routes {
  return openToTokens({ read: 'admin:read' }, (scope) => {
    scope.get(
      '/api/lab/admin/videos/pending',
      {
        schema: {
          tags,
          operationId: 'listPendingLabVideos',
          summary: 'List pending videos',
          querystring: PageQuery,
          response: { 200: SubmittedVideoList },
        },
      },
      async (request) => listPendingSubmissions(deps, request.query),
    );

    scope.post(
      '/api/lab/admin/videos/:id/approve',
      {
        schema: {
          tags,
          operationId: 'approveLabVideo',
          summary: 'Approve a video',
          description: 'The video is shown with its template. The request is written to the audit log.',
          params: IdInPath,
          errors: ['lab.video-not-found', 'lab.video-not-pending'],
          response: { 200: SubmittedVideoBody },
        },
      },
      async (request) => ({ video: await approveVideo(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/lab/admin/videos/:id/decline',
      {
        schema: {
          tags,
          operationId: 'declineLabVideo',
          summary: 'Decline a video',
          description: 'Only super admins see the reason. The request is written to the audit log, without the reason.',
          params: IdInPath,
          body: DeclineReason,
          errors: ['lab.video-not-found', 'lab.video-not-pending'],
          response: { 200: SubmittedVideoBody },
        },
      },
      async (request) => ({ video: await declineVideo(deps, actorOf(request), request.params.id, request.body) }),
    );

    scope.put(
      '/api/lab/admin/videos/:id/featured',
      {
        schema: {
          tags,
          operationId: 'featureLabVideo',
          summary: 'Feature a video',
          description: 'Sets whether an approved video is featured. The request is written to the audit log.',
          params: IdInPath,
          body: VideoFeature,
          errors: ['lab.video-not-approved', 'lab.video-not-found'],
          response: { 200: SubmittedVideoBody },
        },
      },
      async (request) => ({ video: await featureVideo(deps, actorOf(request), request.params.id, request.body) }),
    );
  });
}
