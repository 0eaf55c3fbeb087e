import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';

export type GoalDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };
