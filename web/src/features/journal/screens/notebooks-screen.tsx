import type { components } from '@meadow/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { ButtonLink, IconLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text, Title } from '../../../shared/ui/text.tsx';
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
      <Row align="start">
        <IconLink to="/journal" aria-label={t('back')} className={classes.back}>
          <Icon name="chevron-left" />
        </IconLink>
        <Box grows>
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
        </Box>
      </Row>
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
    <Row as="li" gap={1} align="start" fits className={classes.card}>
      <Link to="/journal" search={search} className={classes.link}>
        <Cover id={id} name={name} />
        <Stack as="span" gap="hair" content="center" fits>
          <Title as="bdi" level="lg">
            {name}
          </Title>
          {description !== '' && (
            <Text as="span" clamped tone="quiet">
              {description}
            </Text>
          )}
          <Row as="span" gap="icon" tone="quiet" size="sm" breaks>
            {t('found', { count })}
            {last !== null &&
              ` · ${format.dateTime(new Date(last), { day: 'numeric', month: 'short', year: 'numeric' })}`}
          </Row>
          {audience !== null && (
            <Row as="span" gap="icon" tone="quiet" size="sm" breaks>
              <Icon name={audience.metadata.kind === 'private' ? 'lock' : 'people'} size={16} />
              {audience.metadata.kind === 'private'
                ? t('onlyYou')
                : audience.metadata.kind === 'public'
                  ? t('everyone')
                  : audience.metadata.name}
            </Row>
          )}
        </Stack>
      </Link>
      {!isShared && (
        <IconLink to="/notebooks/$notebookId" params={{ notebookId: id }} aria-label={t('notebookEditNamed', { name })}>
          <Icon name="pencil" size={20} />
        </IconLink>
      )}
    </Row>
  );
}
