import type { AccountDeps } from '#features/account';
import type { BattleDeps } from '#features/battle';
import type { CheckInDeps } from '#features/check-in';
import type { EncouragementDeps } from '#features/encouragement';
import type { WorkoutWindowDeps } from '#features/workout-window';

export type OverviewDeps = AccountDeps & EncouragementDeps & WorkoutWindowDeps & CheckInDeps & BattleDeps;
