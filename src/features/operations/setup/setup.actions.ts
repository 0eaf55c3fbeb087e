import { findLastBackup } from '../backup/backup.store.ts';
import type { OperationsDeps } from '../deps.ts';
import type { Setup } from './setup.schema.ts';

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What is set up on this server, and what is missing. */
export async function readSetup(deps: OperationsDeps): Promise<Setup> {
  const { protocol, hostname } = new URL(deps.publicUrl);
  const { name, address } = deps.mailSender;
  const lastBackup = await findLastBackup(deps.db);
  return {
    public_url: deps.publicUrl,
    is_public_url_local: LOCAL_HOST.test(hostname),
    is_encrypted: protocol === 'https:',
    sign_up: deps.answerIdentity === null ? null : deps.signUpPolicy,
    services: deps.readServices(),
    mail_sender: name === '' ? address : `${name} <${address}>`,
    ...deps.placement,
    last_backup_at: lastBackup?.finished_at.toISOString() ?? null,
  };
}
