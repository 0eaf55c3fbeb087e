import type { AccountDeps } from '../account/index.ts';
import type { BattleDeps } from '../battle/index.ts';
import type { CheckInDeps } from '../check-in/index.ts';
import type { EncouragementDeps } from '../encouragement/index.ts';
import type { WorkoutWindowDeps } from '../workout-window/index.ts';

export type OverviewDeps = AccountDeps & EncouragementDeps & WorkoutWindowDeps & CheckInDeps & BattleDeps;
