import { NOTE_ANALYSIS, NOTE_ANALYSIS_HELP } from '../features/assistant/analysis.jobs.ts';
import { DAILY_DROP_HELP, DAILY_DROPS } from '../features/assistant/daily-drop.jobs.ts';
import { WEEKLY_BATTLE } from '../features/battle/battle.jobs.ts';
import { CHAIN_MATCHING } from '../features/chain/chain.jobs.ts';
import { DAY_END, REMINDERS } from '../features/check-in/check-in.jobs.ts';
import { COMPETITION_SCORING } from '../features/competition/scoring.jobs.ts';
import { WEEKLY_DIGEST } from '../features/correspondence/digest.jobs.ts';
import { ENGAGEMENT } from '../features/encouragement/engagement.jobs.ts';
import { STEP_PROMPTS } from '../features/lab/step-prompt.jobs.ts';
import { MOSAIC_OF_TODAY, MOSAIC_OF_YESTERDAY } from '../features/mosaic/mosaic.jobs.ts';
import { MUSIC_SYNC } from '../features/music/sync.jobs.ts';
import { ANSWER_FORGETTING } from '../features/operator/kept-answer.jobs.ts';
import { SPONSOR_LETTERS } from '../features/sponsor/sponsor-letter.jobs.ts';
import { SYNTHETIC_CHECK_INS } from '../features/synthetic-user/synthetic-user.jobs.ts';
import { MONTHLY_AWARD } from '../features/wallet/monthly-award.jobs.ts';
import type { Help, Job } from '../platform/jobs/job.ts';
import type { Deps } from './deps.ts';

/** Everything that is done on a schedule. */
export const JOBS: readonly Job<Deps>[] = [
  REMINDERS,
  DAY_END,
  SYNTHETIC_CHECK_INS,
  CHAIN_MATCHING,
  MOSAIC_OF_TODAY,
  MOSAIC_OF_YESTERDAY,
  WEEKLY_BATTLE,
  MONTHLY_AWARD,
  ENGAGEMENT,
  NOTE_ANALYSIS,
  DAILY_DROPS,
  MUSIC_SYNC,
  WEEKLY_DIGEST,
  STEP_PROMPTS,
  COMPETITION_SCORING,
  SPONSOR_LETTERS,
  ANSWER_FORGETTING,
];

/** What nodes do for runs of other nodes. */
export const HELPS: readonly Help<Deps>[] = [NOTE_ANALYSIS_HELP, DAILY_DROP_HELP];
