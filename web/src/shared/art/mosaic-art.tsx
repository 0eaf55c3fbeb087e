import classes from './mosaic-art.module.css';
import { SHADES } from './mosaic-shades.ts';

const COLUMNS = 14;
const ROWS = 12;
const TILE = 60;
const STEP = 68;

type Team = keyof typeof SHADES;
type Tile = { column: number; row: number; team: Team; isLit: boolean; turn: number; shade: number };

/** A drawing of a mosaic: what a day of people looks like. The same on each visit. */
export function MosaicArt({ label }: { label: string }) {
  return (
    <svg
      className={classes.art}
      viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
    >
      <defs>
        {(Object.keys(SHADES) as Team[]).flatMap((team) =>
          SHADES[team].map((shade, index) => (
            <linearGradient key={shade} id={`mosaic-${team}-${index}`} x1="0" y1="0" x2=".7" y2="1">
              <stop stopColor={shade.split(' ')[0]} />
              <stop offset="1" stopColor={shade.split(' ')[1]} />
            </linearGradient>
          )),
        )}
        <g id="mosaic-flower">
          <circle cy="-9.5" r="7.4" />
          <circle cx="9" cy="-2.9" r="7.4" />
          <circle cx="5.6" cy="7.7" r="7.4" />
          <circle cx="-5.6" cy="7.7" r="7.4" />
          <circle cx="-9" cy="-2.9" r="7.4" />
          <circle r="5" className={classes.heart} />
        </g>
      </defs>
      <g className={classes.glow}>
        {LIT.map((tile) => (
          <Square key={`${tile.column} ${tile.row}`} {...tile} />
        ))}
      </g>
      {TILES.map((tile) => (
        <TileArt key={`${tile.column} ${tile.row}`} {...tile} />
      ))}
    </svg>
  );
}

function TileArt(tile: Tile) {
  const { column, row, team, isLit, turn } = tile;
  return (
    <>
      <Square {...tile} />
      <g transform={`translate(${column * STEP + STEP / 2} ${row * STEP + STEP / 2})`}>
        {isLit ? (
          <use href="#mosaic-flower" className={classes.flower} transform={`rotate(${turn})`} />
        ) : (
          <circle r="4.5" className={classes[`${team}Bud`]} />
        )}
      </g>
    </>
  );
}

function Square({ column, row, team, isLit, shade }: Tile) {
  return (
    <rect
      x={column * STEP + (STEP - TILE) / 2}
      y={row * STEP + (STEP - TILE) / 2}
      width={TILE}
      height={TILE}
      rx={TILE / 5}
      className={isLit ? undefined : classes[team]}
      fill={isLit ? `url(#mosaic-${team}-${shade})` : undefined}
    />
  );
}

const TILES: readonly Tile[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
  const border = COLUMNS / 2 + Math.round(1.8 * Math.sin(row * 1.3));
  return {
    column,
    row,
    team: column < border ? 'red' : 'blue',
    isLit: noise(index) < 0.68,
    turn: Math.round(noise(index + 999) * 72),
    shade: Math.floor((row / ROWS) * 4),
  };
});

const LIT = TILES.filter(({ isLit }) => isLit);

/** A number from 0 to 1 that looks random and depends on the seed alone. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}
