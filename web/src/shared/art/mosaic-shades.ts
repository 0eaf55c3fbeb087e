/** The colours of lit tiles, from the first rows to the last: from, to. */
export const SHADES = {
  red: ['#ffb98b #fa735d', '#ffa184 #f2625a', '#ff877f #e94f58', '#ff6a79 #de3855'],
  blue: ['#98e2ff #3fa0f3', '#8accff #4085ea', '#79b0ff #4166e0', '#6894ff #4247d5'],
} as const;
