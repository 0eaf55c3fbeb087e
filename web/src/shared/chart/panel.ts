/** A measure over days, drawn in a panel of its own, since hours, scores and moods have no common scale. */
export type Panel = {
  label: string;
  /** A value for each day. Null leaves a gap. */
  values: readonly (number | null)[];
  kind: 'line' | 'bars' | 'dots';
  /** The name of a token, such as `--accent`. Of each day for dots. */
  color: string | ((index: number) => string);
  range: readonly [number, number];
  /** The lines of the grid, and what stands beside them. */
  ticks: readonly { at: number; label: string }[];
  /** A value in words. */
  describe: (index: number) => string;
};

/** The letters of the longest label at the left: the room that panels one under the other must share, so that their days align. */
export function longestLabel(panels: readonly Panel[]): number {
  return Math.max(...panels.flatMap(({ ticks }) => ticks.map(({ label }) => label.length)));
}
