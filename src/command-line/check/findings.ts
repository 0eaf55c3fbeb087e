import type { Deps } from '#app/deps.ts';
import { INVARIANTS } from '#app/invariants.ts';
import { type Invariant, withReadSnapshot } from '#platform/db/invariant.ts';
import type { Progress } from '#platform/terminal.ts';

/** The maximum number of violations shown for an invariant. A few are enough to see what they have in common. */
const MAX_VIOLATIONS = 20;

/** An invariant that does not hold. */
export type Finding = Pick<Invariant, 'name' | 'holds' | 'advice'> & {
  violations: string[];
  /** Whether there are more. */
  has_more: boolean;
};

/**
 * Verifies invariants in one snapshot of the database. What seems broken is verified again in a second one, since files change beside the
 * rows of a running server: only what both show is a finding.
 */
export async function findViolations(
  deps: Deps,
  { step }: Progress = { step: () => undefined },
  invariants: readonly Invariant<Deps>[] = INVARIANTS,
): Promise<Finding[]> {
  const suspects = await verify(deps, invariants, () => step(invariants.length));
  const broken = await verify(deps, [...suspects.keys()], () => undefined);
  return [...broken].flatMap(([invariant, found]) => {
    const before = new Set(suspects.get(invariant));
    const violations = found.filter((violation) => before.has(violation));
    if (violations.length === 0) return [];
    const { name, holds, advice } = invariant;
    const has_more = violations.length > MAX_VIOLATIONS;
    return [{ name, holds, advice, violations: violations.slice(0, MAX_VIOLATIONS), has_more }];
  });
}

/** The violations of those that do not hold. */
async function verify(
  deps: Deps,
  invariants: readonly Invariant<Deps>[],
  onVerified: () => void,
): Promise<Map<Invariant<Deps>, string[]>> {
  const broken = new Map<Invariant<Deps>, string[]>();
  if (invariants.length === 0) return broken;
  await withReadSnapshot(deps.db, async (tx) => {
    for (const invariant of invariants) {
      const violations = await invariant.find({ ...deps, db: tx }, MAX_VIOLATIONS + 1);
      if (violations.length > 0) broken.set(invariant, violations);
      onVerified();
    }
  });
  return broken;
}
