import type { Rows } from './matrix.ts';
import { ACCOUNT_ROWS } from './rows/account.rows.ts';
import { ADMINISTRATION_ROWS } from './rows/administration.rows.ts';
import { ASSISTANT_ROWS } from './rows/assistant.rows.ts';
import { BADGE_ROWS } from './rows/badge.rows.ts';
import { BATTLE_ROWS } from './rows/battle.rows.ts';
import { BILLING_ROWS } from './rows/billing.rows.ts';
import { BLOCK_ROWS } from './rows/block.rows.ts';
import { CHAT_ROWS } from './rows/chat.rows.ts';
import { COMPETITION_ROWS } from './rows/competition.rows.ts';
import { DATA_RIGHTS_ROWS } from './rows/data-rights.rows.ts';
import { ENCOURAGEMENT_ROWS } from './rows/encouragement.rows.ts';
import { EVENT_ROWS } from './rows/event.rows.ts';
import { GOAL_ROWS, WELLBEING_ROWS } from './rows/goal.rows.ts';
import { IMPORT_ROWS } from './rows/import.rows.ts';
import { JOURNAL_ROWS } from './rows/journal.rows.ts';
import { LAB_ROWS } from './rows/lab.rows.ts';
import { MAIL_ROWS } from './rows/mail.rows.ts';
import { MOSAIC_ROWS } from './rows/mosaic.rows.ts';
import { MUSIC_ROWS } from './rows/music.rows.ts';
import { NOTIFICATION_ROWS } from './rows/notification.rows.ts';
import { OPERATIONS_ROWS } from './rows/operations.rows.ts';
import { ORGANIZATION_ROWS } from './rows/organization.rows.ts';
import { OVERVIEW_ROWS } from './rows/overview.rows.ts';
import { REPORT_ROWS } from './rows/report.rows.ts';
import { SPONSOR_ROWS } from './rows/sponsor.rows.ts';
import { SYNTHETIC_USER_ROWS } from './rows/synthetic-user.rows.ts';
import { TONE_PACK_ROWS } from './rows/tone-pack.rows.ts';
import { USAGE_ROWS } from './rows/usage.rows.ts';
import { WAITLIST_ROWS } from './rows/waitlist.rows.ts';
import { WALLET_ROWS } from './rows/wallet.rows.ts';
import { WEBHOOK_ROWS } from './rows/webhook.rows.ts';
import { WORKOUT_WINDOW_ROWS } from './rows/workout-window.rows.ts';

/** The rows of all routes except those of the built-in identity provider. */
export const ROWS: Rows = {
  ...ACCOUNT_ROWS,
  ...BLOCK_ROWS,
  ...OVERVIEW_ROWS,
  ...DATA_RIGHTS_ROWS,
  ...ADMINISTRATION_ROWS,
  ...ORGANIZATION_ROWS,
  ...CHAT_ROWS,
  ...JOURNAL_ROWS,
  ...MUSIC_ROWS,
  ...GOAL_ROWS,
  ...WELLBEING_ROWS,
  ...EVENT_ROWS,
  ...NOTIFICATION_ROWS,
  ...WEBHOOK_ROWS,
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
  ...IMPORT_ROWS,
};
