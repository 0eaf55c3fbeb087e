import type { Actor } from '#access/actor.ts';
import { ALL_USERS_ID, recordAudit } from '#features/account';
import type { EncouragementDeps } from '../deps.ts';
import type { Configuration, ConfigurationChange } from './configuration.schema.ts';
import { findConfiguration, updateConfiguration } from './configuration.store.ts';

export async function readConfiguration(deps: Pick<EncouragementDeps, 'db'>): Promise<Configuration> {
  return findConfiguration(deps.db);
}

/** Changes the given fields and records an audit event. Sent drops do not change. */
export async function changeConfiguration(
  deps: EncouragementDeps,
  actor: Actor,
  change: ConfigurationChange,
): Promise<Configuration> {
  const values = valuesOf({ ...change.config, ...change });
  return deps.db.transaction().execute(async (tx) => {
    const configuration = await updateConfiguration(tx, values, deps.clock.now());
    await recordAudit(deps, tx, actor, {
      action: 'encouragement.change-configuration',
      subjectType: 'drop_configuration',
      subjectIds: [ALL_USERS_ID],
      details: values,
    });
    return configuration;
  });
}

/** Picks the known fields, because a request body can contain others. */
function valuesOf(change: Partial<Configuration>): Partial<Configuration> {
  const {
    daily_allowance,
    bonus_drops_per_engagement,
    engagement_window_hours,
    max_custom_drops_per_day,
    max_rewarded_drops_per_pair_per_day,
  } = change;
  return {
    ...(daily_allowance !== undefined && { daily_allowance }),
    ...(bonus_drops_per_engagement !== undefined && { bonus_drops_per_engagement }),
    ...(engagement_window_hours !== undefined && { engagement_window_hours }),
    ...(max_custom_drops_per_day !== undefined && { max_custom_drops_per_day }),
    ...(max_rewarded_drops_per_pair_per_day !== undefined && { max_rewarded_drops_per_pair_per_day }),
  };
}
