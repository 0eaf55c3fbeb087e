import type { OperationsDeps } from '../deps.ts';
import { BACKUP_RUN, type Setup } from './setup.schema.ts';
import { findLastRunEnd } from './setup.store.ts';

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What is set up on this server, and what is missing. */
export async function readSetup(deps: OperationsDeps): Promise<Setup> {
  const { protocol, hostname } = new URL(deps.publicUrl);
  const { name, address } = deps.mailSender;
  const lastBackupAt = await findLastRunEnd(deps.db, BACKUP_RUN);
  return {
    public_url: deps.publicUrl,
    is_public_url_local: LOCAL_HOST.test(hostname),
    is_encrypted: protocol === 'https:',
    sign_up: deps.answerIdentity === null ? null : deps.signUpPolicy,
    services: deps.readServices(),
    mail_sender: name === '' ? address : `${name} <${address}>`,
    ...deps.placement,
    last_backup_at: lastBackupAt?.toISOString() ?? null,
  };
}
