import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';

export const CloneRequest = Type.Object(
  {
    attested: Type.Optional(
      Type.Boolean({ description: 'In a classroom: that a teacher is there, where the experiment needs supervision.' }),
    ),
  },
  { title: 'LabTemplateClone', default: {} },
);
export type CloneRequest = Static<typeof CloneRequest>;

export const experimentErrors = declareErrors({
  notForClassrooms: {
    status: 403,
    code: 'lab.not-for-classrooms',
    message: 'This experiment is for adults. See GET /api/lab/templates?audience=classroom.',
  },
  supervisionNotAttested: {
    status: 403,
    code: 'lab.supervision-not-attested',
    message: 'This experiment needs supervision. Send attested: true when a teacher is there.',
  },
});
