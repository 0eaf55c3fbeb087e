const PETALS = [
  [50, 33.5],
  [65.69, 44.9],
  [59.7, 63.35],
  [40.3, 63.35],
  [34.31, 44.9],
] as const;

/** The flower of a user who checked in, in the colour of the team. */
export function Flower({ size }: { size: number }) {
  return (
    <svg viewBox="20 20 60 60" width={size} height={size} aria-hidden>
      <g fill="var(--team)">
        <circle cx="50" cy="50" r="10" />
        {PETALS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="12.5" />
        ))}
      </g>
      <circle cx="50" cy="50" r="7.5" fill="var(--honey)" />
    </svg>
  );
}
