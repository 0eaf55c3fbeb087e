import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../days/use-calendar-date.ts';
import { Box } from '../ui/box.tsx';
import { Row } from '../ui/row.tsx';
import type { Panel } from './panel.ts';
import classes from './table.module.css';

/** The numbers of charts, on demand: days with a value, newest first. */
export function ChartTable({ panels, days }: { panels: readonly Panel[]; days: readonly string[] }) {
  const t = useTranslations('chart');
  const date = useCalendarDate();
  const rows = days
    .map((day, index) => ({ day, index }))
    .filter(({ index }) => panels.some(({ values }) => values[index] !== null))
    .reverse();
  if (rows.length === 0) return null;
  return (
    <Box as="details" fits>
      <Row as="summary" tone="accent" weight={600} className={classes.summary}>
        {t('asTable')}
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('table')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              {panels.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, index }) => (
              <tr key={day}>
                <th scope="row">{date(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}</th>
                {panels.map(({ label, values, describe }) => (
                  <td key={label}>{values[index] === null ? '–' : describe(index)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Box>
  );
}
