const MINUTES_OF_DAY = 24 * 60;
export const STEP_MINUTES = 15;
export const WINDOW_MINUTES = 120;

/** The minutes from midnight of a time of day (`18:15`). */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The time of day of minutes from midnight, of any day. */
export function timeOf(minutes: number): string {
  const ofDay = modulo(Math.round(minutes), MINUTES_OF_DAY);
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The start some steps later or earlier. One between two steps goes to the next step in that direction. */
export function stepped(start: string, steps: number): string {
  const minutes = minutesOf(start);
  const from = (steps > 0 ? Math.floor : Math.ceil)(minutes / STEP_MINUTES);
  return timeOf((from + steps) * STEP_MINUTES);
}

/** The minutes from midnight at a point of the dial, seen from its middle. Midnight is at the top, noon at the bottom. */
export function minutesAt(x: number, y: number): number {
  const turn = Math.atan2(x, -y) / (2 * Math.PI);
  return modulo(turn, 1) * MINUTES_OF_DAY;
}

/** The start when what was held at one point of the dial (`grabbed`, in minutes) is at another. It stays on the steps. */
export function dragged(start: string, grabbed: number, at: number): string {
  return timeOf(Math.round((minutesOf(start) + at - grabbed) / STEP_MINUTES) * STEP_MINUTES);
}

/** Whether a point of the dial (in minutes) is on the window, or less than a step beside it. */
export function isOnWindow(start: string, at: number): boolean {
  return modulo(at - minutesOf(start) + STEP_MINUTES, MINUTES_OF_DAY) <= WINDOW_MINUTES + 2 * STEP_MINUTES;
}

/** The point of some minutes from midnight on a circle around 0, 0. */
export function pointAt(minutes: number, radius: number): { x: number; y: number } {
  const angle = (minutes / MINUTES_OF_DAY) * 2 * Math.PI;
  return { x: rounded(Math.sin(angle) * radius), y: rounded(-Math.cos(angle) * radius) };
}

/** The path of the window on the dial. */
export function arcOf(start: string, radius: number): string {
  const from = pointAt(minutesOf(start), radius);
  const to = pointAt(minutesOf(start) + WINDOW_MINUTES, radius);
  return `M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;
