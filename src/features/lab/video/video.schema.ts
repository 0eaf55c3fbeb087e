import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { HttpsUrl, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { DecisionStatus } from '../submission/submission.schema.ts';

const Title = Type.String({ minLength: 1, maxLength: 200 });

export const Video = Type.Object(
  {
    id: Uuid,
    template_id: Uuid,
    title: Title,
    url: Type.String(),
    status: DecisionStatus,
    is_featured: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: 'LabVideo' },
);
export type Video = Static<typeof Video>;

/** For super admins. */
export const SubmittedVideo = Type.Object(
  {
    ...Video.properties,
    submitted_by: Uuid,
    decline_reason: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
  },
  { title: 'SubmittedLabVideo' },
);
export type SubmittedVideo = Static<typeof SubmittedVideo>;

export const VideoBody = Type.Object({ video: Video }, { title: 'LabVideoBody' });
export const VideoList = listSchema('videos', Video);
export const SubmittedVideoBody = Type.Object({ video: SubmittedVideo }, { title: 'SubmittedLabVideoBody' });
export const SubmittedVideoList = listSchema('videos', SubmittedVideo);

export const NewVideo = Type.Object({ title: Title, url: HttpsUrl }, { title: 'NewLabVideo' });
export type NewVideo = Static<typeof NewVideo>;

export const VideoFeature = Type.Object({ is_featured: Type.Boolean() }, { title: 'LabVideoFeature' });
export type VideoFeature = Static<typeof VideoFeature>;

export const videoErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'lab.video-not-found',
    message: 'The video does not exist. See GET /api/lab/admin/videos/pending.',
  },
  notPending: {
    status: 400,
    code: 'lab.video-not-pending',
    message: 'This video has already been approved or declined. See GET /api/lab/admin/videos/pending.',
  },
  notApproved: {
    status: 400,
    code: 'lab.video-not-approved',
    message: 'Only an approved video can be featured. Approve it first.',
  },
  closedToClassrooms: {
    status: 403,
    code: 'lab.videos-closed-to-classrooms',
    message: 'Classroom users cannot submit videos. Ask your teacher to submit it.',
  },
});
