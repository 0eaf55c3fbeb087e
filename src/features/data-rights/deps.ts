import type { HtmlConverter } from '../../platform/text/html-converter.ts';
import type { AccountDeps } from '../account/index.ts';
import type { PhotoDeps } from '../journal/index.ts';

export type ImportDeps = PhotoDeps & {
  /** The folder of uploads during their requests, and of files that this node imports. */
  uploadFolder: string;
  importMaxBytes: number;
  htmlConverter: HtmlConverter;
  isDraining: () => boolean;
};

export type DataRightsDeps = AccountDeps & ImportDeps;
