import type { CronSecrets } from './machine-guard.ts';

/** The environment variables with the secrets of each job group. Each configured secret is accepted. */
const ACCEPTED = {
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
} as const;

/** Jobs with the same secrets. */
export type JobGroup = keyof typeof ACCEPTED;

type CronSecretName = (typeof ACCEPTED)[JobGroup][number];

/** The configured secrets of each job group. */
export function cronSecretsOf(configured: Readonly<Record<CronSecretName, string | null>>): CronSecrets {
  const secretsOf = (names: readonly CronSecretName[]) => names.flatMap((name) => configured[name] ?? []);
  return new Map(Object.entries(ACCEPTED).map(([group, names]) => [group, secretsOf(names)]));
}
