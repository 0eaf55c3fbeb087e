import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted, Title } from '../../../shared/ui/text.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import classes from './mosaic-header.module.css';

type MosaicHeaderProps = { date: string; today: string; counts?: string; children?: ReactNode };

/** The day, its counts in words, and what can be done with it. */
export function MosaicHeader({ date, today, counts, children }: MosaicHeaderProps) {
  const t = useTranslations('mosaic');
  const format = useCalendarDate();
  const isDesk = useIsDesk();
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const name = format(date, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return (
    <Row as="header" gap={1} className={classes.header}>
      {!isDesk && (
        <IconLink to="/today" className={classes.back} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </IconLink>
      )}
      <Box grows fits>
        <Title as="h1" level="2xl" tabIndex={-1} className={classes.title} data-title={`${t('title')}, ${name}`}>
          {name}
        </Title>
        {counts !== undefined && (
          <Muted className={classes.counts} role="status">
            {counts}
          </Muted>
        )}
      </Box>
      {children}
    </Row>
  );
}
