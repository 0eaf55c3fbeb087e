import type { components } from '@meadow/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink, IconLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { notebooksQuery, sharedNotebooksQuery } from '../api/queries.ts';
import { UndoBar } from '../components/undo-bar.tsx';
import { Cover } from '../notebooks/cover.tsx';
import classes from './notebooks-screen.module.css';

type Notebook = components['schemas']['Notebook'];

/** Own notebooks, and those that others share. */
export function NotebooksScreen() {
  const t = useTranslations('journal');
  const isDesk = useIsDesk();
  const { data: notebooks } = useSuspenseQuery(notebooksQuery);
  const { data: shared = [] } = useQuery(sharedNotebooksQuery);
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <IconLink to="/journal" aria-label={t('back')} className={classes.back}>
          <Icon name="chevron-left" />
        </IconLink>
        <div className={classes.title}>
          <ScreenHeader title={t('notebooks')}>
            {notebooks.length > 0 && !isDesk && (
              <IconLink to="/notebooks/new" aria-label={t('notebookNew')}>
                <Icon name="plus" />
              </IconLink>
            )}
            {notebooks.length > 0 && isDesk && (
              <ButtonLink to="/notebooks/new" leftSection={<Icon name="plus" size={20} />}>
                {t('notebookNew')}
              </ButtonLink>
            )}
          </ScreenHeader>
        </div>
      </div>
      {notebooks.length === 0 ? (
        <Notice icon="notebook" title={t('notebooksEmpty')} text={t('notebooksEmptyText')}>
          <ButtonLink to="/notebooks/new">{t('notebookFirst')}</ButtonLink>
        </Notice>
      ) : (
        <ul className={classes.grid}>
          {notebooks.map((notebook) => (
            <NotebookCard key={notebook.id} notebook={notebook} />
          ))}
        </ul>
      )}
      {shared.length > 0 && (
        <section aria-labelledby="shared-notebooks">
          <h2 className={classes.heading} id="shared-notebooks">
            {t('notebooksShared')}
          </h2>
          <ul className={classes.grid}>
            {shared.map((notebook) => (
              <NotebookCard key={notebook.id} notebook={notebook} isShared />
            ))}
          </ul>
        </section>
      )}
      <UndoBar />
    </div>
  );
}

function NotebookCard({ notebook, isShared = false }: { notebook: Notebook; isShared?: boolean }) {
  const t = useTranslations('journal');
  const format = useFormatter();
  const { id, name, description, entry_count: count, last_entry_at: last, audience } = notebook;
  const search = isShared ? { notebook: id, scope: 'shared' as const } : { notebook: id };
  return (
    <li className={classes.card}>
      <Link to="/journal" search={search} className={classes.link}>
        <Cover id={id} name={name} />
        <span className={classes.text}>
          <bdi className={classes.name}>{name}</bdi>
          {description !== '' && <span className={classes.description}>{description}</span>}
          <span className={classes.about}>
            {t('found', { count })}
            {last !== null &&
              ` · ${format.dateTime(new Date(last), { day: 'numeric', month: 'short', year: 'numeric' })}`}
          </span>
          {audience !== null && (
            <span className={classes.about}>
              <Icon name={audience.metadata.kind === 'private' ? 'lock' : 'people'} size={16} />
              {audience.metadata.kind === 'private'
                ? t('onlyYou')
                : audience.metadata.kind === 'public'
                  ? t('everyone')
                  : audience.metadata.name}
            </span>
          )}
        </span>
      </Link>
      {!isShared && (
        <IconLink to="/notebooks/$notebookId" params={{ notebookId: id }} aria-label={t('notebookEditNamed', { name })}>
          <Icon name="pencil" size={20} />
        </IconLink>
      )}
    </li>
  );
}
