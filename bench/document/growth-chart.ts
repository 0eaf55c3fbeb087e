import type { Growth } from '../plans/plans.ts';

const WIDTH = 720;
const HEIGHT = 300;
const FIELD = { left: 56, right: 580, top: 36, bottom: 252 };

const LINES = [
  { name: 'visible list', key: 'visible' },
  { name: 'own list', key: 'own' },
] as const;

/** Draws the times of the lists over the number of entries, which grows tenfold from point to point. Readable on light and on dark. */
export function growthChart(growth: readonly Growth[]): string {
  const longest = Math.max(...growth.flatMap(({ visible, own }) => [visible.milliseconds, own.milliseconds]));
  const top = roundedUp(longest);
  const x = (index: number) =>
    FIELD.left + 24 + (index * (FIELD.right - FIELD.left - 48)) / Math.max(1, growth.length - 1);
  const y = (milliseconds: number) => FIELD.bottom - (milliseconds / top) * (FIELD.bottom - FIELD.top);
  const grid = [0, top / 2, top].map(
    (value) =>
      `<path class="grid" d="M${FIELD.left} ${y(value)}H${FIELD.right}"/>` +
      `<text x="${FIELD.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const sizes = growth.map(
    ({ entries }, index) =>
      `<text x="${x(index)}" y="${FIELD.bottom + 20}" text-anchor="middle">${entries.toLocaleString('en')}</text>`,
  );
  const lines = LINES.map(({ name, key }) => {
    const points = growth.map((point, index) => ({ x: x(index), y: y(point[key].milliseconds), cost: point[key] }));
    const last = points.at(-1);
    return [
      `<g class="${key}"><polyline points="${points.map((point) => `${point.x},${point.y.toFixed(1)}`).join(' ')}"/>`,
      ...points.map(
        (point) =>
          `<circle cx="${point.x}" cy="${point.y.toFixed(1)}" r="4"/>` +
          `<text x="${point.x}" y="${(point.y - 10).toFixed(1)}" text-anchor="middle">${point.cost.milliseconds.toFixed(2)}</text>`,
      ),
      `<text class="name" x="${FIELD.right + 8}" y="${((last?.y ?? 0) + 4).toFixed(1)}">${name}</text></g>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
<title>Milliseconds of PostgreSQL for a page of 50 entries, over the number of entries</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #4b5563 }
.grid { stroke: #d1d5db }
polyline { fill: none; stroke-width: 2.5 }
.visible polyline { stroke: #15803d } .visible circle, .visible text { fill: #15803d }
.own polyline { stroke: #1d4ed8 } .own circle, .own text { fill: #1d4ed8 }
@media (prefers-color-scheme: dark) {
text { fill: #d1d5db }
.grid { stroke: #4b5563 }
.visible polyline { stroke: #4ade80 } .visible circle, .visible text { fill: #4ade80 }
.own polyline { stroke: #93c5fd } .own circle, .own text { fill: #93c5fd }
}
</style>
<text x="${FIELD.left}" y="18">ms of PostgreSQL for a page of 50</text>
${[...grid, ...sizes, ...lines].join('\n')}
<text x="${(FIELD.left + FIELD.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">entries in the journal of all people</text>
</svg>
`;
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}
