import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { ALL_USERS_ID, recordAudit } from '../account/index.ts';
import type { Configuration, ConfigurationChange } from './configuration.schema.ts';
import { findConfiguration, updateConfiguration } from './configuration.store.ts';

export type ConfigurationDeps = { db: Db; clock: Clock; ids: Ids };

/** How the exchange of drops works now. */
export async function readConfiguration(deps: Pick<ConfigurationDeps, 'db'>): Promise<Configuration> {
  return findConfiguration(deps.db);
}

/** Sets what is given, and writes down who did. It holds at once, and changes nothing about drops that have been sent. */
export async function changeConfiguration(
  deps: ConfigurationDeps,
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

/** Only the fields that there are: what else a body carries is not assigned. */
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
