import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayOf } from '../../../shared/days/days.rules.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import type { Entry } from '../entry.ts';
import { usePerson } from '../person.tsx';
import classes from './entry-bar.module.css';
import { useShare } from './use-share.ts';

const EntryMenu = lazyPart(async () => (await import('./entry-menu.tsx')).EntryMenu);

const SharingDialog = lazyPart(async () => (await import('./sharing-dialog.tsx')).SharingDialog);

/** Above an entry: when and where it was written, and what can be done with it. */
export function EntryBar({ entry }: { entry: Entry }) {
  const t = useTranslations('journal');
  const { share, message } = useShare();
  const [isSharing, setIsSharing] = useState(false);
  return (
    <Row gap={1} className={classes.bar}>
      <IconLink to="/journal" search={(search) => search} className={classes.back} aria-label={t('back')}>
        <Icon name="chevron-left" />
      </IconLink>
      <Cluster as="p" gap={2} rows={0} grows tone="quiet" size="sm" breaks className={classes.when}>
        <When entry={entry} />
        {entry.notebook !== null && (
          <Link to="/journal" search={{ notebook: entry.notebook.id }} className={classes.notebook}>
            <bdi>{entry.notebook.name}</bdi>
          </Link>
        )}
      </Cluster>
      <span role="status" className={classes.message}>
        {message}
      </span>
      <span className={classes.tools}>
        {entry.can.edit && (
          <IconLink to="/journal/$entryId/edit" params={{ entryId: entry.id }} aria-label={t('edit')}>
            <Icon name="pencil" size={20} />
          </IconLink>
        )}
        <ActionIcon
          aria-label={t('share')}
          aria-haspopup={entry.can.edit ? 'dialog' : undefined}
          onClick={() => (entry.can.edit ? setIsSharing(true) : void share(entry))}
        >
          <Icon name="share" size={20} />
        </ActionIcon>
        {entry.can.edit && (
          <Suspense fallback={<span className={classes.menu} />}>
            <EntryMenu entry={entry} />
          </Suspense>
        )}
      </span>
      <Suspense>{isSharing && <SharingDialog entry={entry} onClose={() => setIsSharing(false)} />}</Suspense>
    </Row>
  );
}

const IN_FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
/** Beside four buttons of a phone. */
const IN_SHORT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

/** The day, with the time if it was written on that day. */
function When({ entry }: { entry: Entry }) {
  const date = useCalendarDate();
  const format = useFormatter();
  const { clock } = usePerson();
  const written = new Date(entry.written_at);
  const isOfThatDay = dayOf(written, clock) === entry.entry_date;
  return (
    <time dateTime={isOfThatDay ? entry.written_at : entry.entry_date}>
      {date(entry.entry_date, useIsDesk() ? IN_FULL : IN_SHORT)}
      {isOfThatDay && `, ${format.dateTime(written, { hour: 'numeric', minute: '2-digit' })}`}
    </time>
  );
}
