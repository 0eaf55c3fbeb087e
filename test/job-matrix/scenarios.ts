import { DAILY_SCENARIOS } from './daily.scenarios.ts';
import { JOURNAL_SCENARIOS } from './journal.scenarios.ts';
import { LAB_SCENARIOS } from './lab.scenarios.ts';
import type { Scenarios } from './scenario.ts';

/** The scenario of each job. */
export const SCENARIOS: Scenarios = { ...DAILY_SCENARIOS, ...JOURNAL_SCENARIOS, ...LAB_SCENARIOS };
