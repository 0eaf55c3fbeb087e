import uPlot from 'uplot';
import type { Panel } from './panel.ts';

const DAY_S = 24 * 60 * 60;
const DOT_RADIUS = 4.5;
/** The room of a label at the left: about the width of a letter of 12 px, and what lies between it and the chart. */
const LETTER = 6.5;
const GAP = 16;
const FONT = '12px "Figtree Variable", system-ui, sans-serif';

type DrawOptions = {
  panel: Panel;
  days: readonly string[];
  size: { width: number; height: number };
  formatDay: (day: string) => string;
  onPoint: (index: number | null) => void;
  /** Letters of the longest label at the left, of all panels that stand one under the other. */
  letters: number;
  /** Panels with the same key move their cursors together. */
  syncKey: string;
};

const tokenOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws a panel into an element, in the colours of the theme that holds now. */
export function drawPanel(element: HTMLElement, options: DrawOptions): uPlot {
  const { panel, days, size, formatDay, onPoint, syncKey, letters } = options;
  const { kind, color, range, ticks, values } = panel;
  const [first = 0] = days.map((day) => Date.parse(day) / 1_000);
  const seconds = days.map((_, index) => first + index * DAY_S);
  const grid = { stroke: tokenOf('--line'), width: 1 };
  const axis = { stroke: tokenOf('--ink-2'), font: FONT, grid, ticks: { show: false } };
  const bars = uPlot.paths.bars?.({ size: [0.7, 18], radius: 0.2 });
  const stroke = typeof color === 'string' ? tokenOf(color) : 'transparent';
  return new uPlot(
    {
      ...size,
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: { size: 9, fill: stroke, stroke: tokenOf('--card'), width: 2 },
        sync: { key: syncKey },
      },
      scales: {
        x: { time: false, range: (_plot, min, max) => [min - DAY_S / 2, max + DAY_S / 2] },
        y: { range: [...range] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 28,
          space: 76,
          incrs: [1, 2, 7, 14, 28, 61, 91].map((step) => step * DAY_S),
          values: (_plot, splits) => splits.map((at) => dayAt(at)),
        },
        {
          ...axis,
          size: GAP + LETTER * letters,
          splits: () => ticks.map(({ at }) => at),
          values: () => ticks.map(({ label }) => label),
        },
      ],
      series: [
        {},
        {
          stroke,
          width: kind === 'line' ? 2.5 : 0,
          spanGaps: true,
          points: {
            show: kind === 'line' && days.length <= 90,
            size: 7,
            fill: stroke,
            stroke: tokenOf('--card'),
            width: 1.5,
          },
          ...(kind === 'bars' && bars !== undefined && { fill: stroke, paths: bars }),
          ...(kind === 'dots' && { paths: () => null }),
        },
      ],
      hooks: {
        setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)],
        ...(typeof color === 'function' && { draw: [(plot: uPlot) => drawDots(plot, color)] }),
      },
    },
    [seconds, [...values]],
    element,
  );

  function dayAt(at: number): string {
    const day = days[Math.round((at - first) / DAY_S)];
    return day === undefined ? '' : formatDay(day);
  }
}

/** A dot a day, each in the colour of its value. */
function drawDots(plot: uPlot, colorOf: (index: number) => string): void {
  const { ctx, data } = plot;
  const [seconds, values = []] = data;
  const radius = DOT_RADIUS * uPlot.pxRatio * (seconds.length > 90 ? 0.6 : 1);
  ctx.save();
  for (const [index, value] of values.entries()) {
    const second = seconds[index];
    if (value === null || value === undefined || second === undefined) continue;
    ctx.fillStyle = tokenOf(colorOf(index));
    ctx.beginPath();
    ctx.arc(plot.valToPos(second, 'x', true), plot.valToPos(value, 'y', true), radius, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}
