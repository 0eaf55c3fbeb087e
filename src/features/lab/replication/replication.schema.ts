import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';
import { Outputs, Quantity } from '../calculator/output.schema.ts';

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
          'Whether it is within 5 percent of the prediction; null where the template predicts something else.',
      }),
    ),
    is_anomaly: Type.Boolean({
      description: 'Whether it is more than 2 standard deviations from the mean of all.',
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
    message: 'This template is yours. Others have to confirm what it predicts.',
  },
  nothingPredicted: {
    status: 400,
    code: 'lab.nothing-predicted',
    message: 'The template predicts nothing that a replication could be compared with.',
  },
  nothingToCompare: {
    status: 400,
    code: 'lab.nothing-to-compare',
    message: 'Send an output with the label and the unit of the first one that the template predicts.',
  },
  alreadyReplicated: {
    status: 400,
    code: 'lab.already-replicated',
    message: 'You have replicated this template. Everybody does that once.',
  },
});
