import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath } from '../../platform/http/shapes.ts';
import { Decline } from './decision.schema.ts';
import type { LabDeps } from './template.actions.ts';
import {
  approveVideo,
  declineVideo,
  featureVideo,
  listUndecidedVideos,
  listVideos,
  submitVideo,
} from './video.actions.ts';
import { Feature, NewVideo, SubmittedVideoBody, SubmittedVideoList, VideoBody, VideoList } from './video.schema.ts';

const tags = ['Lab'];

export function videoRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/lab/templates/:id/videos',
      {
        // Each of them is looked at by a person.
        config: { perHour: 'videos' },
        schema: {
          tags,
          summary: 'Hand in a video about a template',
          description: 'It is shown once a super admin has approved it. Whoever takes part in a classroom posts none.',
          params: IdInPath,
          body: NewVideo,
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
          summary: 'List the videos about a template',
          params: IdInPath,
          querystring: PageQuery,
          response: { 200: VideoList },
        },
      },
      async (request) => listVideos(deps, actorOf(request), request.params.id, request.query),
    );
  };
}

export function videoAdministrationRoutes(deps: LabDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/lab/admin/videos/pending',
      {
        schema: {
          tags,
          summary: 'List the videos that wait for a decision',
          querystring: PageQuery,
          response: { 200: SubmittedVideoList },
        },
      },
      async (request) => listUndecidedVideos(deps, request.query),
    );

    scope.post(
      '/api/lab/admin/videos/:id/approve',
      {
        schema: {
          tags,
          summary: 'Approve a video',
          description: 'It is shown with its template then. Written to the audit log.',
          params: IdInPath,
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
          summary: 'Decline a video',
          description: 'Nobody but super admins ever sees the reason. Written to the audit log, without it.',
          params: IdInPath,
          body: Decline,
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
          summary: 'Feature a video, or no longer',
          description: 'One that is approved. Written to the audit log.',
          params: IdInPath,
          body: Feature,
          response: { 200: SubmittedVideoBody },
        },
      },
      async (request) => ({ video: await featureVideo(deps, actorOf(request), request.params.id, request.body) }),
    );
  };
}
