import type { Side } from '../battle.rules.ts';
import classes from './robot.module.css';

/** `#` a tile, `o` one with an eye, `f` the flower of the team, `m` a tooth. A tile of the mosaic each. */
const ROBOT = ['', '  #####', '  #o#o#', '  #####', '#########', '# ##f## #', '# ##### #', '  ## ##', ' ### ###'];
const BAD_GUY = [
  '  ## ##',
  '  #####',
  ' #######',
  ' #o###o#',
  ' #######',
  '###mmmm##',
  '# ##### #',
  '  ## ##',
  ' ### ###',
];
/** Light rows, those in the middle, and deep ones end before these. */
const [LIGHT, MIDDLE] = [3, 6];
const STEP = 21;
const TILE = 18;
const HEART = { x: 4 * STEP + TILE / 2, y: 5 * STEP + TILE / 2 };
const PETALS = [
  [0, -4.6],
  [4.4, -1.4],
  [2.7, 3.7],
  [-2.7, 3.7],
  [-4.4, -1.4],
] as const;

/** The robot of a team, or the bad guy, of the tiles of the mosaic. Decoration: its name and power stand below it. */
export function Robot({ side, act }: { side: Side | 'bad'; act?: string | undefined }) {
  const rows = side === 'bad' ? BAD_GUY : ROBOT;
  return (
    <svg className={classes.robot} data-side={side} data-act={act} viewBox="-2 -2 190 190" aria-hidden>
      {side !== 'bad' && <circle cx="93" cy="12" r="5" className={classes.light} />}
      {rows.flatMap((row, y) =>
        [...row].map((part, x) => {
          if (part === ' ') return null;
          const shade = y < LIGHT ? 'light' : y < MIDDLE ? 'middle' : 'deep';
          const [left, top] = [x * STEP, y * STEP];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tiles never change their places
            <g key={`${x} ${y}`}>
              <rect
                className={classes.tile}
                data-shade={part === 'f' ? 'paper' : part === 'm' ? 'mouth' : shade}
                x={left}
                y={top}
                width={TILE}
                height={TILE}
                rx="4.5"
              />
              {part === 'o' && <circle className={classes.eye} cx={left + TILE / 2} cy={top + TILE / 2} r="4.5" />}
              {part === 'm' && <rect className={classes.tooth} x={left + 3} y={top + 6} width="12" height="6" rx="2" />}
            </g>
          );
        }),
      )}
      {side !== 'bad' && (
        <g className={classes.flower} transform={`translate(${HEART.x} ${HEART.y})`}>
          {PETALS.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="3.3" />
          ))}
          <circle className={classes.light} r="2" />
        </g>
      )}
    </svg>
  );
}
