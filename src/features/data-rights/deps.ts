import type { AccountDeps } from '../account/index.ts';
import type { MailDeps } from '../mail/index.ts';

export type DataRightsDeps = AccountDeps & MailDeps;
