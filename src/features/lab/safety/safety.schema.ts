import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp } from '#platform/http/shapes.ts';
import { GradeBand, SafetyLevel } from '../template/template.schema.ts';

export const Promotion = Type.Object(
  {
    min_grade_band: GradeBand,
    updated_at: Type.Optional({
      ...Timestamp,
      description: 'The `updated_at` of the reviewed version. If the template has changed since, the request fails.',
    }),
  },
  { title: 'ClassroomPromotion' },
);
export type Promotion = Static<typeof Promotion>;

export const SafetyChange = Type.Object({ safety_level: SafetyLevel }, { title: 'SafetyLevelChange' });
export type SafetyChange = Static<typeof SafetyChange>;

export const safetyErrors = declareErrors({
  templateChanged: {
    status: 400,
    code: 'lab.template-changed',
    message: 'The template has changed since. Review it again and send the current updated_at.',
  },
});
