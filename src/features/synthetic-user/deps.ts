import type { IdentityAccounts } from '../../providers/identity/identity.ts';
import type { CheckInDeps } from '../check-in/index.ts';
import type { WorkoutWindowDeps } from '../workout-window/index.ts';

export type SyntheticUserDeps = CheckInDeps & WorkoutWindowDeps & { identityAccounts: IdentityAccounts };
