import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';

export type BadgeDeps = { db: Db; clock: Clock };
