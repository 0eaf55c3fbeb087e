import { policyOfPage, type ServedPage } from '../../../platform/http/html-page/html-response.ts';
import { HEALTH_PAGE_PARTS, healthPage } from './health-page.template.ts';

export type HealthPageDeps = {
  /** Null where people sign in somewhere else. */
  answerIdentity: unknown;
};

/** The page that shows the health to people, the same for everybody, and what browsers are to allow it. */
export function readHealthPage({ answerIdentity }: HealthPageDeps): ServedPage {
  return {
    html: healthPage(answerIdentity === null ? 'token' : 'built-in'),
    policy: policyOfPage(HEALTH_PAGE_PARTS),
  };
}
