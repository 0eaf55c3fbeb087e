import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { notebooksQuery } from '../api/queries.ts';
import type { Filters } from '../filters.rules.ts';

/** The title of the timeline: that of the notebook, if only one is shown. */
export function JournalHeader({ filters, children }: { filters: Filters; children: ReactNode }) {
  const t = useTranslations('journal');
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const notebook = notebooks.find(({ id }) => id === filters.notebook);
  if (notebook === undefined) return <ScreenHeader title={t('title')}>{children}</ScreenHeader>;
  const { id, name, description } = notebook;
  return (
    <ScreenHeader title={name} {...(description !== '' && { text: description })}>
      <IconLink to="/journal/new" search={{ notebook: id }} aria-label={t('writeIn', { name })}>
        <Icon name="plus" />
      </IconLink>
      <IconLink to="/notebooks/$notebookId" params={{ notebookId: id }} aria-label={t('notebookEditNamed', { name })}>
        <Icon name="pencil" size={20} />
      </IconLink>
      {children}
    </ScreenHeader>
  );
}
