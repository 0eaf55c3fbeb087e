import type { ChainDeps } from '#features/chain';
import type { NotificationDeps } from '#features/notification';
import type { Reader } from '#platform/db/replica/replicas.ts';
import type { LiveStandings } from './standings/live-standings.actions.ts';
import type { CountToCome } from './standings/to-come.actions.ts';

export type BattleDeps = NotificationDeps &
  ChainDeps & { read: Reader; liveStandings: LiveStandings; countToCome: CountToCome };
