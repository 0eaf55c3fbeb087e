const PETALS = [
  [12, 8.2],
  [15.6, 10.8],
  [14.2, 15.1],
  [9.8, 15.1],
  [8.4, 10.8],
] as const;

/** The sign of a chip: a flower on honey. */
export function Chip() {
  return (
    <svg viewBox="0 0 24 24" width="36" height="36" aria-hidden>
      <circle cx="12" cy="12" r="11" fill="var(--honey)" />
      <g fill="#7a4e00">
        {PETALS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="2.9" />
        ))}
      </g>
      <circle cx="12" cy="12" r="1.9" fill="var(--honey)" />
    </svg>
  );
}
