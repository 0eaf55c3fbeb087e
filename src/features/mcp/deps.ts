import type { CheckInDeps } from '#features/check-in';
import type { GoalDeps } from '#features/goal';
import type { JournalDeps } from '#features/journal';

export type McpDeps = JournalDeps &
  GoalDeps &
  CheckInDeps & {
    version: string;
    /** Origins of pages that may call. */
    mcpOrigins: readonly string[];
  };
