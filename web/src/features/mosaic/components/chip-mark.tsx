const PETAL_CENTRES = [
  [12, 8.03],
  [15.77, 10.78],
  [14.33, 15.2],
  [9.67, 15.2],
  [8.23, 10.78],
] as const;

/** A chip: a coin with a flower. */
export function ChipMark() {
  return (
    <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden>
      <circle cx="12" cy="12" r="11" fill="var(--honey)" />
      <g fill="#7a4e00">
        <circle cx="12" cy="12" r="2.4" />
        {PETAL_CENTRES.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3" />
        ))}
      </g>
      <circle cx="12" cy="12" r="1.8" fill="var(--honey)" />
    </svg>
  );
}
