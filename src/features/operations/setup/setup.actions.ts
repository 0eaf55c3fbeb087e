import { isLoopbackName } from '#platform/network/url.ts';
import { BACKUP_RUN } from '../backup/backup.schema.ts';
import { findLastBackup } from '../backup/backup.store.ts';
import type { OperationsDeps } from '../deps.ts';
import type { Setup } from './setup.schema.ts';

/** What is set up on this server, and what is missing. */
export async function readSetup(deps: OperationsDeps): Promise<Setup> {
  const { protocol, hostname } = new URL(deps.publicUrl);
  const { name, address } = deps.mailSender;
  const [lastBackup, jobs] = await Promise.all([findLastBackup(deps.db), deps.listJobStatuses()]);
  const scheduled = deps.runsJobs ? jobs.find(({ name }) => name === BACKUP_RUN) : undefined;
  return {
    public_url: deps.publicUrl,
    is_public_url_local: isLoopbackName(hostname),
    is_encrypted: protocol === 'https:',
    sign_up: deps.handleIdentity === null ? null : deps.signUpPolicy,
    services: deps.readServices(),
    mail_sender: name === '' ? address : `${name} <${address}>`,
    ...deps.placement,
    next_backup_at: scheduled?.next_run_at.toISOString() ?? null,
    last_backup_at: lastBackup?.finished_at.toISOString() ?? null,
  };
}
