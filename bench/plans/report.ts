import { table } from '../table.ts';
import { PLAN_MODES } from './explain.ts';
import { BUFFERS_GOAL, type PlansReport, type WorstCost } from './plans.ts';

export function plansTable({ costs, differences, comparedLists, pages }: PlansReport): string[] {
  const rows = groupsOfModes(costs).map((modes) => {
    const [first] = modes;
    const worst = worstOf(modes);
    return [
      first.list,
      first.state,
      String(first.median),
      ...PLAN_MODES.map((mode) => String(modes.find((cost) => cost.mode === mode)?.worst.buffers ?? '')),
      modes.some(({ mode, worst }) => mode === 'auto' && worst.isPlannedEachTime) ? 'each time' : 'once',
      worst.milliseconds.toFixed(2),
      worst.rowsReadPerRow.toFixed(1),
      worst.viewer,
    ];
  });
  const head = [
    'list',
    'table',
    'median',
    'max: auto',
    'generic',
    'custom',
    'planned',
    'its ms',
    'rows read per row',
    'whose',
  ];
  return [
    '',
    `Buffers (pages of 8 KB) that a page of 50 entries touches, of ${costs[0]?.viewers ?? 0} viewers; goal: at most ${BUFFERS_GOAL}`,
    ...table(head, rows),
    `${comparedLists - differences.length} of ${comparedLists} lists are what the rule says`,
    ...pages.map(
      ({ page, buffers, milliseconds }) => `page ${page}: ${buffers} buffers, ${milliseconds.toFixed(2)} ms`,
    ),
  ];
}

/** Buffers do not depend on the machine, and neither does who may see what. */
export function plansShortcomings({ costs, differences }: PlansReport): string[] {
  const tooExpensive = groupsOfModes(costs)
    .map((modes) => ({ ...modes[0], worst: worstOf(modes) }))
    .filter(({ worst }) => worst.buffers > BUFFERS_GOAL)
    .map(
      ({ list, state, worst }) =>
        `The list "${list}" of ${worst.viewer} touches ${worst.buffers} buffers of a table that is ${state}:\n  ${worst.outline.join('\n  ')}`,
    );
  return [...tooExpensive, ...differences];
}

type Modes = [WorstCost, ...WorstCost[]];

/** The costs of one list in one state of the table, with each kind of plan. */
function groupsOfModes(costs: readonly WorstCost[]): Modes[] {
  const groups = new Map<string, Modes>();
  for (const cost of costs) {
    const key = `${cost.list} ${cost.state}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cost]);
    else group.push(cost);
  }
  return [...groups.values()];
}

function worstOf(modes: Modes): WorstCost['worst'] {
  return modes.reduce((one, other) => (other.worst.buffers > one.worst.buffers ? other : one)).worst;
}
