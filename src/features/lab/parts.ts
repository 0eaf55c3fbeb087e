import type { Machine } from '#access/machine.ts';
import type { LabDeps } from './deps.ts';
import { createRankings } from './optimizer/optimizer.actions.ts';

export function createLabParts({ workers }: Machine): Pick<LabDeps, 'rankings'> {
  return { rankings: createRankings(workers) };
}
