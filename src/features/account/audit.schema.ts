import Type, { type Static } from 'typebox';
import { listSchema, PageQuery } from '../../platform/http/pagination.ts';
import { Timestamp, Uuid } from '../../platform/http/shapes.ts';

const AuditRecord = Type.Object(
  {
    id: Uuid,
    actor_id: Type.Union([Uuid, Type.Null()], {
      description: 'Who did it; null where nobody had signed in, as at the machine itself.',
    }),
    on_behalf_of: Type.Union([Uuid, Type.Null()], {
      description: 'In whose place the actor did it; null where people act for themselves.',
    }),
    action: Type.String(),
    subject_type: Type.String(),
    subject_id: Type.String({ format: 'uuid', description: 'The nil UUID stands for everybody.' }),
    details: Type.Object({}, { additionalProperties: true }),
    created_at: Timestamp,
  },
  { title: 'AuditRecord' },
);
export type AuditRecord = Static<typeof AuditRecord>;

export const AuditRecordList = listSchema('records', AuditRecord);

export const AuditQuery = Type.Object({
  ...PageQuery.properties,
  actor_id: Type.Optional(Uuid),
  subject_id: Type.Optional(Uuid),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Such as `account.change-role`.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Of this instant, or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Of this instant, or earlier.' })),
});
export type AuditQuery = Static<typeof AuditQuery>;
