import type { Reader } from '../../platform/db/replica/replicas.ts';
import type { ChainDeps } from '../chain/index.ts';
import type { NotificationDeps } from '../notification/index.ts';
import type { LiveStandings } from './standings/live-standings.actions.ts';

export type BattleDeps = NotificationDeps & ChainDeps & { read: Reader; liveStandings: LiveStandings };
