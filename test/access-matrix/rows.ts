import { ACCOUNT_ROWS } from './account.rows.ts';
import { ADMINISTRATION_ROWS } from './administration.rows.ts';
import { ASSISTANT_ROWS } from './assistant.rows.ts';
import { BADGE_ROWS } from './badge.rows.ts';
import { BATTLE_ROWS } from './battle.rows.ts';
import { BILLING_ROWS } from './billing.rows.ts';
import { BLOCK_ROWS } from './block.rows.ts';
import { COMPETITION_ROWS } from './competition.rows.ts';
import { ENCOURAGEMENT_ROWS } from './encouragement.rows.ts';
import { GOAL_ROWS, WELLBEING_ROWS } from './goal.rows.ts';
import { JOURNAL_ROWS } from './journal.rows.ts';
import { LAB_ROWS } from './lab.rows.ts';
import { MAIL_ROWS } from './mail.rows.ts';
import type { Rows } from './matrix.ts';
import { MOSAIC_ROWS } from './mosaic.rows.ts';
import { MUSIC_ROWS } from './music.rows.ts';
import { NOTIFICATION_ROWS } from './notification.rows.ts';
import { OPERATIONS_ROWS } from './operations.rows.ts';
import { ORGANIZATION_ROWS } from './organization.rows.ts';
import { REPORT_ROWS } from './report.rows.ts';
import { SPONSOR_ROWS } from './sponsor.rows.ts';
import { SYNTHETIC_USER_ROWS } from './synthetic-user.rows.ts';
import { TONE_PACK_ROWS } from './tone-pack.rows.ts';
import { USAGE_ROWS } from './usage.rows.ts';
import { WAITLIST_ROWS } from './waitlist.rows.ts';
import { WALLET_ROWS } from './wallet.rows.ts';
import { WORKOUT_WINDOW_ROWS } from './workout-window.rows.ts';

/** All routes of the interface but those of the built-in identity provider. */
export const ROWS: Rows = {
  ...ACCOUNT_ROWS,
  ...BLOCK_ROWS,
  ...ADMINISTRATION_ROWS,
  ...ORGANIZATION_ROWS,
  ...JOURNAL_ROWS,
  ...MUSIC_ROWS,
  ...GOAL_ROWS,
  ...WELLBEING_ROWS,
  ...NOTIFICATION_ROWS,
  ...WALLET_ROWS,
  ...ENCOURAGEMENT_ROWS,
  ...USAGE_ROWS,
  ...TONE_PACK_ROWS,
  ...WORKOUT_WINDOW_ROWS,
  ...SYNTHETIC_USER_ROWS,
  ...BATTLE_ROWS,
  ...MOSAIC_ROWS,
  ...BADGE_ROWS,
  ...BILLING_ROWS,
  ...ASSISTANT_ROWS,
  ...LAB_ROWS,
  ...COMPETITION_ROWS,
  ...SPONSOR_ROWS,
  ...MAIL_ROWS,
  ...OPERATIONS_ROWS,
  ...REPORT_ROWS,
  ...WAITLIST_ROWS,
};
