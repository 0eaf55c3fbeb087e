import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Box } from '../ui/box.tsx';
import { Cluster } from '../ui/row.tsx';
import { Muted } from '../ui/text.tsx';
import 'uplot/dist/uPlot.min.css';
import { useCalendarDate } from '../days/use-calendar-date.ts';
import classes from './chart.module.css';
import { drawPanel } from './draw.ts';
import type { Panel } from './panel.ts';

const HEIGHT = 168;

type ChartProps = {
  panel: Panel;
  days: readonly string[];
  /** What the chart says, in a sentence: its text alternative, and what stands in place of a day that is pointed at. */
  summary: string;
  syncKey: string;
  letters: number;
};

/** One measure over days. Give it a table beside: a canvas says nothing to a screen reader. */
export function Chart({ panel, days, summary, syncKey, letters }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<number | null>(null);
  const scheme = useComputedColorScheme();
  const date = useCalendarDate();
  const dateOf = useRef(date);
  dateOf.current = date;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the theme changes the colours of the tokens
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const plot = drawPanel(current, {
      panel,
      days,
      syncKey,
      letters,
      size: { width: current.clientWidth, height: HEIGHT },
      formatDay: (day) => dateOf.current(day, { day: 'numeric', month: 'short' }),
      onPoint: setPoint,
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: HEIGHT }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [panel, days, syncKey, letters, scheme]);

  const day = point === null ? undefined : days[point];
  return (
    <Box as="figure" fits>
      <Cluster as="figcaption" gap={4} rows={0} align="baseline" justify="between" className={classes.caption}>
        <b>{panel.label}</b>
        <Muted as="span">
          {day === undefined || point === null || panel.values[point] === null
            ? summary
            : `${date(day, { weekday: 'short', day: 'numeric', month: 'long' })}: ${panel.describe(point)}`}
        </Muted>
      </Cluster>
      <div ref={box} className={classes.box} role="img" aria-label={`${panel.label}: ${summary}`} />
    </Box>
  );
}
