import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Outputs, Quantity } from '../calculator/calculator.schema.ts';

const Replication = Type.Object(
  {
    id: Uuid,
    template_id: Uuid,
    user_id: Nullable(Uuid),
    outputs: Type.Array(Outputs.items),
    value: Nullable(Quantity),
    confirms: Nullable(
      Type.Boolean({
        description:
          'Whether the value is within 5 percent of the prediction. null if the template predicts another output.',
      }),
    ),
    is_anomaly: Type.Boolean({
      description: 'Whether the value is more than 2 standard deviations from the mean.',
    }),
    created_at: Timestamp,
  },
  { title: 'LabReplication' },
);
export type Replication = Static<typeof Replication>;

export const ReplicationBody = Type.Object({ replication: Replication }, { title: 'LabReplicationBody' });
export const ReplicationList = listSchema('replications', Replication);

export const NewReplication = Type.Object({ outputs: Outputs }, { title: 'NewLabReplication' });
export type NewReplication = Static<typeof NewReplication>;

export const replicationErrors = declareErrors({
  ownTemplate: {
    status: 400,
    code: 'lab.own-template',
    message: 'You cannot replicate your own template. Replicate a template of another user.',
  },
  nothingPredicted: {
    status: 400,
    code: 'lab.nothing-predicted',
    message: 'The template has no prediction. Choose a template with predicted_values.',
  },
  nothingToCompare: {
    status: 400,
    code: 'lab.nothing-to-compare',
    message: 'No output can be compared. Send one with the label and unit of the first predicted output.',
  },
  alreadyReplicated: {
    status: 400,
    code: 'lab.already-replicated',
    message: 'You have already replicated this template. See GET /api/lab/templates/:id/replications.',
  },
});
