import type { MailDeps } from '#features/mail';

export type SponsorDeps = Pick<MailDeps, 'db' | 'clock' | 'ids' | 'log' | 'mailPolicy'>;
