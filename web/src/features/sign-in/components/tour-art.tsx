import classes from './tour-art.module.css';

const COLUMNS = 11;
const ROWS = 9;
const STEP = 68;
const TILE = 60;

type Card = 'diary' | 'sharing' | 'window';
type Look = 'page' | 'lit' | 'bud' | 'dark';
type Cell = { column: number; row: number };

/** Columns and rows are counted from the middle. */
const CELLS: readonly Cell[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
  column: (index % COLUMNS) - (COLUMNS - 1) / 2,
  row: Math.floor(index / COLUMNS) - (ROWS - 1) / 2,
}));

/** The mosaic of a card: one page among dark tiles, a few who see it, a line of people who pass the day on. */
export function TourArt({ card }: { card: Card }) {
  const bright = CELLS.filter((cell) => ['page', 'lit'].includes(lookOf(card, cell)));
  return (
    <svg
      className={classes.art}
      viewBox={`${-3.5 * STEP} ${-3.5 * STEP} ${7 * STEP} ${7 * STEP}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <defs>
        <linearGradient id="tour-red" x1="0" y1="0" x2=".7" y2="1">
          <stop stopColor="#ffa184" />
          <stop offset="1" stopColor="#ee5b59" />
        </linearGradient>
        <linearGradient id="tour-blue" x1="0" y1="0" x2=".7" y2="1">
          <stop stopColor="#8accff" />
          <stop offset="1" stopColor="#4176e5" />
        </linearGradient>
      </defs>
      <g className={classes.glow}>
        {bright.map((cell) => (
          <Square key={`${cell.column} ${cell.row}`} {...cell} look={lookOf(card, cell)} />
        ))}
      </g>
      {CELLS.map((cell) => (
        <Tile key={`${cell.column} ${cell.row}`} {...cell} look={lookOf(card, cell)} />
      ))}
      {card === 'window' &&
        [-4, -3, -2, -1].map((column) => (
          <rect key={column} className={classes.baton} x={column * STEP + 20} y="-4" width="28" height="8" rx="4" />
        ))}
    </svg>
  );
}

function lookOf(card: Card, { column, row }: Cell): Look {
  const distance = Math.abs(column) + Math.abs(row);
  if (card === 'window') {
    if (row !== 0) return isBud(column, row) ? 'bud' : 'dark';
    return column <= 0 ? 'lit' : 'bud';
  }
  if (distance === 0) return 'page';
  if (card === 'sharing' && (distance === 1 || (column === 1 && row === 1))) return 'lit';
  return isBud(column, row) ? 'bud' : 'dark';
}

/** Some of the tiles around, so that the field is not a grid. */
const isBud = (column: number, row: number) => (column * 7 + row * 11 + 100) % 5 === 0;

const teamOf = ({ column, row }: Cell) => ((column * 3 + row + 90) % 4 < 2 ? 'red' : 'blue');

function Tile({ column, row, look }: Cell & { look: Look }) {
  return (
    <>
      <Square column={column} row={row} look={look} />
      <g transform={`translate(${column * STEP} ${row * STEP})`}>
        {look === 'page' && <path className={classes.lines} d="M-15-12H15M-15-2H15M-15 8H5" />}
        {look === 'bud' && <circle r="4.5" className={classes[`${teamOf({ column, row })}Dot`]} />}
        {look === 'lit' && <Flower />}
      </g>
    </>
  );
}

function Square({ column, row, look }: Cell & { look: Look }) {
  const name = look === 'lit' || look === 'bud' ? (`${teamOf({ column, row })}-${look}` as const) : look;
  return (
    <rect
      x={column * STEP - TILE / 2}
      y={row * STEP - TILE / 2}
      width={TILE}
      height={TILE}
      rx={TILE / 5}
      className={classes[name]}
    />
  );
}

function Flower() {
  return (
    <>
      <g className={classes.petals}>
        <circle cy="-9.5" r="7.4" />
        <circle cx="9" cy="-2.9" r="7.4" />
        <circle cx="5.6" cy="7.7" r="7.4" />
        <circle cx="-5.6" cy="7.7" r="7.4" />
        <circle cx="-9" cy="-2.9" r="7.4" />
      </g>
      <circle r="5" className={classes.heart} />
    </>
  );
}
