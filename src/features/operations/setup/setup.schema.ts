import Type, { type Static } from 'typebox';
import { SignUpPolicy } from '#features/account';
import { Nullable, Timestamp } from '#platform/http/shapes.ts';
import { Services } from '../instance/instance.schema.ts';

export const Setup = Type.Object(
  {
    public_url: Type.String({
      format: 'uri',
      description: 'PUBLIC_URL: the address in emails and in links to pictures.',
    }),
    is_public_url_local: Type.Boolean({ description: 'Only this machine can open the address.' }),
    is_encrypted: Type.Boolean({ description: 'The address begins with https.' }),
    sign_up: Nullable(SignUpPolicy, { description: 'null if an external identity provider decides it.' }),
    services: Services,
    mail_sender: Type.String({ description: 'The sender of emails.' }),
    database: Type.Enum(['embedded', 'external']),
    files: Type.Enum(['folder', 'bucket']),
    next_backup_at: Nullable(Timestamp, {
      description: 'When a scheduled backup is made next (`BACKUP_DIR`); null if none is scheduled.',
    }),
    last_backup_at: Nullable(Timestamp, {
      description: 'The end of the last backup, scheduled or by `meadow backup`; null if none is known.',
    }),
  },
  { title: 'Setup', description: 'What an operator sets up on a new server, and its state.' },
);
export type Setup = Static<typeof Setup>;
