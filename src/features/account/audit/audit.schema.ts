import Type, { type Static } from 'typebox';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Timestamp, Uuid } from '#platform/http/shapes.ts';

const AuditRecord = Type.Object(
  {
    id: Uuid,
    actor_id: Type.Union([Uuid, Type.Null()], {
      description: 'The user who acted; null for a command on the server.',
    }),
    on_behalf_of: Type.Union([Uuid, Type.Null()], {
      description: 'The impersonated user, or null.',
    }),
    action: Type.String(),
    subject_type: Type.String(),
    subject_id: Type.String({ format: 'uuid', description: 'The nil UUID means all users.' }),
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
  action: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'For example `account.change-role`.' }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or after this instant.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or before this instant.' })),
});
export type AuditQuery = Static<typeof AuditQuery>;
