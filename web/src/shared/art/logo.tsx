import { useId } from 'react';

const PETALS = [
  [50, 33.5],
  [65.69, 44.9],
  [59.7, 63.35],
  [40.3, 63.35],
  [34.31, 44.9],
] as const;

/** The flower of the mosaic, in the colour of the text around it. The heart is a hole. */
export function Logo({ size = 30 }: { size?: number }) {
  // A page can show several, and a mask inside a hidden one would not count.
  const heart = useId();
  return (
    <svg viewBox="20 20 60 60" width={size} height={size} aria-hidden>
      <mask id={heart}>
        <path d="M0 0h100v100H0z" fill="#fff" />
        <circle cx="50" cy="50" r="7.5" />
      </mask>
      <g fill="currentColor" mask={`url(#${heart})`}>
        <circle cx="50" cy="50" r="10" />
        {PETALS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="12.5" />
        ))}
      </g>
    </svg>
  );
}
