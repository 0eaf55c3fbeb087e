import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { facetsQuery } from '../api/queries.ts';
import { type Filters, isFiltered } from '../filters.rules.ts';

/** Says why there is nothing, and what to do: no entry at all, none from others, none by a search or a filter. */
export function EmptyTimeline({ filters }: { filters: Filters }) {
  const t = useTranslations('journal');
  const { q, scope, ...others } = filters;
  const wide = { ...(q !== undefined && { q }), ...(scope !== undefined && { scope }) };
  const isNarrow = Object.keys(others).length > 0;
  const { data: elsewhere } = useQuery({ ...facetsQuery(wide), enabled: q !== undefined && isNarrow });

  if (!isFiltered(filters)) {
    return (
      <Notice icon="sprout" title={t('empty')} text={t('emptyText')}>
        <ButtonLink to="/journal/new">{t('writeFirst')}</ButtonLink>
      </Notice>
    );
  }
  if (q !== undefined) {
    const count = isNarrow ? (elsewhere?.counted_entries ?? 0) : 0;
    return (
      <Notice
        icon="search"
        title={t(isNarrow ? 'emptySearchHere' : 'emptySearch', { q })}
        text={count > 0 ? t('emptySearchElsewhere', { count }) : t('emptySearchText')}
      >
        <ButtonLink variant="outline" to="/journal" search={count > 0 ? wide : {}}>
          {t(count > 0 ? 'searchEverywhere' : 'showAll')}
        </ButtonLink>
      </Notice>
    );
  }
  if (scope === 'shared' && !isNarrow) {
    return (
      <Notice icon="people" title={t('emptyShared')} text={t('emptySharedText')}>
        <ButtonLink variant="outline" to="/journal">
          {t('whoseMine')}
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice icon="filter" title={t('emptyFilter')} text={t('emptyFilterText')}>
      <ButtonLink variant="outline" to="/journal">
        {t('showAll')}
      </ButtonLink>
    </Notice>
  );
}
