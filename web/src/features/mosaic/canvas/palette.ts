import { SHADES } from '../../../shared/art/mosaic-shades.ts';
import type { Team } from '../mosaic.ts';

/** Colours of the night, the same in both themes but for the ground. */
export type Palette = {
  night: string;
  ink: string;
  quiet: string;
  honey: string;
  bud: Record<Team, string>;
  dot: Record<Team, string>;
};

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    night: token('--night'),
    ink: token('--on-night'),
    quiet: token('--on-night-2'),
    honey: token('--honey'),
    bud: { red: token('--bud-red'), blue: token('--bud-blue') },
    dot: { red: token('--bud-red-dot'), blue: token('--bud-blue-dot') },
  };
}

export const PETALS: Record<Team, string> = { red: '#fff4e8', blue: '#f0f8ff' };
export const HEARTS: Record<Team, string> = { red: '#ffb347', blue: '#ffd76e' };

/** Shades of lit tiles from the first row to the last. */
export const SHADE_STEPS = 8;

type Gradient = { from: string; to: string };

/** The gradient of a shade, between those of the drawing of a mosaic. */
export function gradientOf(team: Team, shade: number): Gradient {
  const shades = SHADES[team];
  const at = (shade / (SHADE_STEPS - 1)) * (shades.length - 1);
  const [one = '', other = ''] = [shades[Math.floor(at)], shades[Math.ceil(at)]];
  const [fromOne = '', toOne = ''] = one.split(' ');
  const [fromOther = '', toOther = ''] = other.split(' ');
  return { from: mix(fromOne, fromOther, at % 1), to: mix(toOne, toOther, at % 1) };
}

function mix(one: string, other: string, share: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16);
  const mixed = [0, 1, 2].map((index) => {
    const [from, to] = [channel(one, index), channel(other, index)];
    return Math.round(from + (to - from) * share);
  });
  return `rgb(${mixed.join(' ')})`;
}
