import { account } from '../features/account/feature.ts';
import { assistant } from '../features/assistant/feature.ts';
import { badge } from '../features/badge/feature.ts';
import { battle } from '../features/battle/feature.ts';
import { billing } from '../features/billing/feature.ts';
import { chain } from '../features/chain/feature.ts';
import { checkIn } from '../features/check-in/feature.ts';
import { competition } from '../features/competition/feature.ts';
import { dataRights } from '../features/data-rights/feature.ts';
import { encouragement } from '../features/encouragement/feature.ts';
import { event } from '../features/event/feature.ts';
import { goal } from '../features/goal/feature.ts';
import { journal } from '../features/journal/feature.ts';
import { lab } from '../features/lab/feature.ts';
import { mail } from '../features/mail/feature.ts';
import { mcp } from '../features/mcp/feature.ts';
import { media } from '../features/media/feature.ts';
import { mosaic } from '../features/mosaic/feature.ts';
import { music } from '../features/music/feature.ts';
import { notification } from '../features/notification/feature.ts';
import { operations } from '../features/operations/feature.ts';
import { organization } from '../features/organization/feature.ts';
import { overview } from '../features/overview/feature.ts';
import { sponsor } from '../features/sponsor/feature.ts';
import { syntheticUser } from '../features/synthetic-user/feature.ts';
import { tone } from '../features/tone/feature.ts';
import { tonePack } from '../features/tone-pack/feature.ts';
import { usage } from '../features/usage/feature.ts';
import { wallet } from '../features/wallet/feature.ts';
import { webhook } from '../features/webhook/feature.ts';
import { wellbeing } from '../features/wellbeing/feature.ts';
import { workoutWindow } from '../features/workout-window/feature.ts';

/** All features, lowest first, as in `FEATURE_ORDER` of scripts/import-rules.ts. */
export const FEATURES = [
  media,
  account,
  event,
  notification,
  organization,
  webhook,
  wallet,
  billing,
  usage,
  tone,
  music,
  journal,
  goal,
  wellbeing,
  tonePack,
  workoutWindow,
  chain,
  checkIn,
  mosaic,
  battle,
  syntheticUser,
  encouragement,
  badge,
  assistant,
  mail,
  lab,
  competition,
  sponsor,
  overview,
  mcp,
  dataRights,
  operations,
] as const;
