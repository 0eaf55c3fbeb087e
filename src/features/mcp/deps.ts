import type { CheckInDeps } from '../check-in/index.ts';
import type { GoalDeps } from '../goal/index.ts';
import type { JournalDeps } from '../journal/index.ts';

export type McpDeps = JournalDeps &
  GoalDeps &
  CheckInDeps & {
    version: string;
    /** Origins of pages that may call. */
    mcpOrigins: readonly string[];
  };
