import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { Meter } from '../../../shared/ui/meter.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './progress-bar.module.css';

/** How far something is, from 0 to 1. Null if that is not known. Screen readers hear each quarter. */
export function ProgressBar({ label, part }: { label: string; part: number | null }) {
  const format = useFormatter();
  const percent = part === null ? null : format.number(part, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div>
      <Row as="p" gap={3} align="stretch" justify="between" tone="quiet" size="sm">
        <span>{label}</span>
        {percent !== null && <span aria-hidden>{percent}</span>}
      </Row>
      <Meter className={classes.bar} aria-label={label} max={1} {...(part !== null && { value: part })} />
      <Quarters label={label} part={part} />
    </div>
  );
}

function Quarters({ label, part }: { label: string; part: number | null }) {
  const format = useFormatter();
  const quarter = part === null ? 0 : Math.floor(part * 4) / 4;
  const [first] = useState(quarter);
  return (
    <VisuallyHidden role="status">
      {quarter === first ? label : `${label}: ${format.number(quarter, { style: 'percent' })}`}
    </VisuallyHidden>
  );
}
