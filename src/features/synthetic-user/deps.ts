import type { CheckInDeps } from '#features/check-in';
import type { WorkoutWindowDeps } from '#features/workout-window';
import type { IdentityAccounts } from '#providers/identity/identity.ts';

export type SyntheticUserDeps = CheckInDeps & WorkoutWindowDeps & { identityAccounts: IdentityAccounts };
