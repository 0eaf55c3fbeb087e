import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema, PageQuery } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';
import { Outputs, Quantity } from '../calculator/output.schema.ts';
import { CalculatorName } from '../optimizer/optimizer.schema.ts';

export const SafetyLevel = Type.Enum(['adult_only', 'classroom_safe', 'with_supervision'], { title: 'SafetyLevel' });
export type SafetyLevel = Static<typeof SafetyLevel>;

export const GradeBand = Type.Enum(['K-2', 'K-5', '3-5', '6-8', '9-12'], { title: 'GradeBand' });
export type GradeBand = Static<typeof GradeBand>;

const Title = Type.String({ minLength: 1, maxLength: 200 });
const Description = Type.String({ maxLength: 5_000 });

const Step = Type.Object({ title: Title, instructions: Type.String({ maxLength: 5_000 }) }, { title: 'LabStep' });
export type Step = Static<typeof Step>;
const Steps = Type.Array(Step, { minItems: 1, maxItems: 50 });

/** Names of inputs are texts without control characters, none of which an object has by itself. */
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
    outputs: Type.Array(Outputs.items, { description: 'Replications are compared by the first of them.' }),
    calculator: Type.Optional(CalculatorName),
    optimal_inputs: Type.Optional(OptimalInputs),
  },
  { title: 'PredictedValues', description: 'With a calculator and its inputs where they are a golden spec.' },
);
export type PredictedValues = Static<typeof PredictedValues>;

const Progress = Type.Object(
  {
    completed_steps: Type.Integer(),
    current_step: Nullable(Type.Integer({ description: 'Counted from 1; null once all are done.' })),
    completed: Type.Boolean(),
    completed_at: Nullable(Timestamp),
  },
  { title: 'LabProgress', description: 'How far its owner has come with a copy.' },
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
    is_public: Type.Boolean({ description: 'Whether everybody sees it, where it is a template.' }),
    safety_level: SafetyLevel,
    min_grade_band: Nullable(GradeBand),
    cloned_from: Nullable(Uuid),
    progress: Nullable(Progress),
    replications: Type.Integer({ description: 'How many people have measured what it predicts first.' }),
    confirmations: Type.Integer({ description: 'How many of them within 5 percent of the prediction.' }),
    is_robust: Type.Boolean({ description: 'Whether that are 50 or more.' }),
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
  audience: Type.Optional(Type.Enum(['classroom'], { description: 'Only templates that are safe in a classroom.' })),
  scope: Type.Optional(
    Type.Enum(['mine', 'public'], { description: 'Only your own, or only what others have made public.' }),
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
    is_template: Type.Optional(Type.Boolean({ description: 'True where not given.' })),
    is_public: Type.Optional(Type.Boolean({ description: 'False where not given.' })),
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
      Type.Integer({ minimum: 0, maximum: 50, description: 'Of a copy, which changes in nothing else.' }),
    ),
  },
  { title: 'LabTemplateChange' },
);
export type TemplateChange = Static<typeof TemplateChange>;

export const templateErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'lab.template-not-found',
    message: 'There is no such template, or it is not public. See GET /api/lab/templates.',
  },
  notOwner: { status: 403, code: 'lab.not-owner', message: 'Only the owner of a template can change it. Copy it.' },
  notATemplate: {
    status: 400,
    code: 'lab.not-a-template',
    message: 'This is an experiment of somebody, and no template. Take one whose is_template is true.',
  },
  cloneIsFixed: {
    status: 400,
    code: 'lab.clone-is-fixed',
    message: 'A copy stays as it was copied. Send nothing but completed_steps, or make a template of your own.',
  },
  notAClone: {
    status: 400,
    code: 'lab.not-a-clone',
    message: 'Steps are done in a copy. Make one with POST /api/lab/templates/:id/clone.',
  },
  noSuchStep: {
    status: 400,
    code: 'lab.no-such-step',
    message: 'The experiment has fewer steps than that. Send the number of steps that are done.',
  },
  predictionTested: {
    status: 400,
    code: 'lab.prediction-tested',
    message: 'Others have tested this prediction, so it stays. Make another template for another one.',
  },
});
