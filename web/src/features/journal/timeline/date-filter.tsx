import { Button, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import type { Filters } from '../filters.rules.ts';
import classes from './filter-bar.module.css';
import { useSpanName } from './use-span-name.ts';

type DateFilterProps = {
  filters: Filters;
  years: readonly { year: number; entry_count: number }[];
  onChange: (change: Filters) => void;
};

/** From which day until which, or a year in one tap. */
export function DateFilter({ filters, years, onChange }: DateFilterProps) {
  const t = useTranslations('journal');
  const spanName = useSpanName();
  const [isOpen, setIsOpen] = useState(false);
  const { from, to } = filters;
  const isChosen = from !== undefined || to !== undefined;
  const set = (next: { from?: string | undefined; to?: string | undefined }) => onChange(next as Filters);
  const choose = (next: { from: string | undefined; to: string | undefined }) => {
    set(next);
    setIsOpen(false);
  };
  const name = spanName(from, to);
  return (
    <Popover position="bottom-start" shadow="md" opened={isOpen} onChange={setIsOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.pill}
          data-chosen={isChosen}
          aria-label={isChosen ? t('filterIs', { label: t('dates'), value: name }) : t('dates')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{name}</span>
          <Icon name="chevron-down" size={16} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dates')}>
        <div className={classes.dates}>
          <Cluster gap={1}>
            {years.slice(0, 6).map(({ year }) => (
              <Button
                key={year}
                variant="outline"
                onClick={() => choose({ from: `${year}-01-01`, to: `${year}-12-31` })}
              >
                {String(year)}
              </Button>
            ))}
          </Cluster>
          <TextInput
            type="date"
            label={t('datesFromField')}
            value={from ?? ''}
            max={to}
            onChange={(event) => set({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label={t('datesToField')}
            value={to ?? ''}
            min={from}
            onChange={(event) => set({ to: event.currentTarget.value || undefined })}
          />
          {isChosen && (
            <Button variant="subtle" onClick={() => choose({ from: undefined, to: undefined })}>
              {t('datesAny')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
