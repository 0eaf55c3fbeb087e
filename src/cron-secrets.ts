import type { Config, CronSecretName } from './config.ts';
import type { CronSecrets } from './platform/http/cron-secret.ts';

/** Whose secrets open which jobs. Where several are named, any that is configured does. */
const ACCEPTED: Readonly<Record<string, readonly CronSecretName[]>> = {
  'workout-window': ['WORKOUT_WINDOW_CRON_SECRET'],
  chat: ['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  drops: ['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET', 'CHAT_CRON_SECRET'],
  'weekly-digest': ['CRON_SECRET', 'CHAT_CRON_SECRET'],
  'award-monthly': ['DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  music: ['MUSIC_SYNC_CRON_SECRET'],
  lab: ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'lab-competitions': ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET', 'CRON_SECRET'],
  housekeeping: ['CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET'],
  'sponsor-digest': ['LAB_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET', 'CRON_SECRET'],
};

/** The secrets of each family of jobs, as they are configured. */
export function cronSecretsOf(config: Config): CronSecrets {
  const secretsOf = (names: readonly CronSecretName[]) => names.flatMap((name) => config.cronSecrets[name] ?? []);
  return new Map(Object.entries(ACCEPTED).map(([jobs, names]) => [jobs, secretsOf(names)]));
}
