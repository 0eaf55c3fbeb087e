import { SHADES } from '../../../shared/art/mosaic-shades.ts';
import { HEARTS, PETALS } from '../canvas/palette.ts';
import type { Team, TileState } from '../mosaic.ts';
import classes from './tile-mark.module.css';

const PETAL_CENTRES = [
  [50, 33.5],
  [65.69, 44.9],
  [59.7, 63.35],
  [40.3, 63.35],
  [34.31, 44.9],
] as const;

type TileMarkProps = { state: TileState; team: Team; size?: 24 | 32 };

/** A tile as a sign beside words. */
export function TileMark({ state, team, size = 32 }: TileMarkProps) {
  return (
    <svg className={classes.mark} viewBox="0 0 100 100" width={size} height={size} aria-hidden>
      {state === 'completed' && (
        <>
          <rect width="100" height="100" rx="20" fill={SHADES[team][1].split(' ')[0]} />
          <g fill={PETALS[team]}>
            <circle cx="50" cy="50" r="10" />
            {PETAL_CENTRES.map(([x, y]) => (
              <circle key={x} cx={x} cy={y} r="12.5" />
            ))}
          </g>
          <circle cx="50" cy="50" r="7.5" fill={HEARTS[team]} />
        </>
      )}
      {state === 'pending' && (
        <>
          <rect width="100" height="100" rx="20" fill={`var(--bud-${team})`} />
          <circle cx="50" cy="50" r="8.5" fill={`var(--bud-${team}-dot)`} />
        </>
      )}
      {state === 'failed' && (
        <>
          <rect x="2" y="2" width="96" height="96" rx="19" fill="none" stroke={`var(--bud-${team})`} strokeWidth="4" />
          <path d="M40 40l20 20M60 40L40 60" stroke={`var(--bud-${team}-dot)`} strokeWidth="4" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}
