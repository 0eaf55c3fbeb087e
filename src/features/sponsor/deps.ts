import type { MailDeps } from '../mail/index.ts';

export type SponsorDeps = Pick<MailDeps, 'db' | 'clock' | 'ids' | 'log' | 'mailPolicy'>;
