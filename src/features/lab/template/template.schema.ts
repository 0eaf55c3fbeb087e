import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { CalculatorName, Outputs, Quantity } from '../calculator/calculator.schema.ts';

export const SafetyLevel = Type.Enum(['adult_only', 'classroom_safe', 'with_supervision'], { title: 'SafetyLevel' });
export type SafetyLevel = Static<typeof SafetyLevel>;

export const GradeBand = Type.Enum(['K-2', 'K-5', '3-5', '6-8', '9-12'], { title: 'GradeBand' });
export type GradeBand = Static<typeof GradeBand>;

const Title = Type.String({ minLength: 1, maxLength: 200 });
const Description = Type.String({ maxLength: 5_000 });

const Step = Type.Object({ title: Title, instructions: Type.String({ maxLength: 5_000 }) }, { title: 'LabStep' });
export type Step = Static<typeof Step>;
const Steps = Type.Array(Step, { minItems: 1, maxItems: 50 });

/** Names are texts without control characters that no JavaScript object inherits. */
export const OptimalInputs = Type.Record(
  Type.String({
    pattern:
      '^(?!(?:__proto__|constructor|prototype)$)(?:[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff]){1,64}$',
  }),
  Quantity,
  { title: 'OptimalInputs', maxProperties: 32, additionalProperties: false },
);

const PredictedValues = Type.Object(
  {
    outputs: Type.Array(Outputs.items, { description: 'Replications are compared with the first output.' }),
    calculator: Type.Optional(CalculatorName),
    optimal_inputs: Type.Optional(OptimalInputs),
  },
  { title: 'PredictedValues', description: 'A golden spec has a calculator and its inputs.' },
);
export type PredictedValues = Static<typeof PredictedValues>;

const Progress = Type.Object(
  {
    completed_steps: Type.Integer(),
    current_step: Nullable(Type.Integer({ description: 'Starts at 1; null when all steps are completed.' })),
    completed: Type.Boolean(),
    completed_at: Nullable(Timestamp),
  },
  { title: 'LabProgress', description: 'The progress of the owner of a copy.' },
);
export type Progress = Static<typeof Progress>;

export const Template = Type.Object(
  {
    id: Uuid,
    owner_id: Uuid,
    title: Title,
    description: Description,
    steps: Type.Array(Step),
    predicted_values: Nullable(PredictedValues),
    is_template: Type.Boolean({ description: 'Whether it can be copied, replicated and filmed.' }),
    is_public: Type.Boolean({ description: 'Whether all users can see the template.' }),
    safety_level: SafetyLevel,
    min_grade_band: Nullable(GradeBand),
    cloned_from: Nullable(Uuid),
    progress: Nullable(Progress),
    replications: Type.Integer({ description: 'The number of users who have replicated the first predicted output.' }),
    confirmations: Type.Integer({ description: 'The number of replications within 5 percent of the prediction.' }),
    is_robust: Type.Boolean({ description: 'Whether it has 50 confirmations or more.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'LabTemplate' },
);
export type Template = Static<typeof Template>;

export const TemplateBody = Type.Object({ template: Template }, { title: 'LabTemplateBody' });
export const TemplateList = listSchema('templates', Template);

export const TemplateQuery = Type.Object({
  ...PageQuery.properties,
  audience: Type.Optional(Type.Enum(['classroom'], { description: 'Only templates that are safe for classrooms.' })),
  scope: Type.Optional(
    Type.Enum(['mine', 'public'], { description: 'Only your own, or only public templates of others.' }),
  ),
});
export type TemplateQuery = Static<typeof TemplateQuery>;

const Prediction = Type.Object({ outputs: Outputs }, { title: 'LabPrediction' });

export const NewTemplate = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    steps: Steps,
    predicted_values: Type.Optional(Nullable(Prediction)),
    is_template: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
    is_public: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  },
  { title: 'NewLabTemplate' },
);
export type NewTemplate = Static<typeof NewTemplate>;

export const TemplateChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    steps: Type.Optional(Steps),
    predicted_values: Type.Optional(Nullable(Prediction)),
    is_template: Type.Optional(Type.Boolean()),
    is_public: Type.Optional(Type.Boolean()),
    completed_steps: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 50, description: 'For copies only. No other field of a copy can change.' }),
    ),
  },
  { title: 'LabTemplateChange' },
);
export type TemplateChange = Static<typeof TemplateChange>;

export const templateErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'lab.template-not-found',
    message: 'The template does not exist or is not public. See GET /api/lab/templates.',
  },
  notOwner: { status: 403, code: 'lab.not-owner', message: 'Only the owner can change a template. Copy it instead.' },
  notATemplate: {
    status: 400,
    code: 'lab.not-a-template',
    message: 'This experiment is not a template. Use one with is_template: true.',
  },
  notForClassrooms: {
    status: 403,
    code: 'lab.not-for-classrooms',
    message: 'This experiment is for adults. See GET /api/lab/templates?audience=classroom.',
  },
  supervisionNotAttested: {
    status: 403,
    code: 'lab.supervision-not-attested',
    message: 'This experiment needs supervision. Send attested: true when a teacher is present.',
  },
  cloneIsFixed: {
    status: 400,
    code: 'lab.clone-is-fixed',
    message: 'Only completed_steps of a copy can change. To change the experiment, create a template of your own.',
  },
  notAClone: {
    status: 400,
    code: 'lab.not-a-clone',
    message: 'Only a copy has completed steps. Create one with POST /api/lab/templates/:id/clone.',
  },
  noSuchStep: {
    status: 400,
    code: 'lab.no-such-step',
    message: 'The experiment has fewer steps. Send the number of completed steps.',
  },
  predictionTested: {
    status: 400,
    code: 'lab.prediction-tested',
    message: 'This prediction has replications and cannot change. Create another template for another prediction.',
  },
});
