import { readAsset } from '../../../platform/assets.ts';
import { policyOfPage, type ServedPage } from '../../../platform/http/html-page/html-response.ts';
import type { OperationsDeps } from '../deps.ts';
import { renderHealthPage } from './health-page.template.ts';

const ASSETS = {
  html: readAsset(import.meta.dirname, 'health.html'),
  style: readAsset(import.meta.dirname, 'health.css'),
  script: readAsset(import.meta.dirname, 'health.js'),
};

/** The health page, which is the same for every caller, with its Content-Security-Policy. */
export function readHealthPage({ answerIdentity }: Pick<OperationsDeps, 'answerIdentity'>): ServedPage {
  return {
    html: renderHealthPage(answerIdentity === null ? 'token' : 'built-in', ASSETS),
    policy: policyOfPage(ASSETS),
  };
}
