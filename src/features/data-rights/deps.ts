import type { AccountDeps } from '../account/index.ts';

export type DataRightsDeps = AccountDeps;
