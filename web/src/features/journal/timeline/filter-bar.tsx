import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { facetsQuery, notebooksQuery } from '../api/queries.ts';
import { type Filters, isFiltered } from '../filters.rules.ts';
import { Spine } from '../notebooks/spine.tsx';
import { DateFilter } from './date-filter.tsx';
import classes from './filter-bar.module.css';
import { FilterMenu } from './filter-menu.tsx';

/** What the timeline shows, and how many entries there are of each. */
export function FilterBar({ filters }: { filters: Filters }) {
  const t = useTranslations('journal');
  const nameOfMood = useMoodName();
  const navigate = useNavigate({ from: '/journal' });
  const { scope } = filters;
  // What can be chosen is that of all own, or of all shared entries.
  const { data: facets } = useQuery(facetsQuery(scope === undefined ? {} : { scope }));
  const { data: notebooks = [] } = useQuery(notebooksQuery);
  const change = (next: Filters) =>
    void navigate({ to: '.', search: (known) => without({ ...known, ...next }), resetScroll: false });
  const nameOfNotebook = (id: string) =>
    notebooks.find((notebook) => notebook.id === id)?.name ??
    facets?.notebooks.find((facet) => facet.id === id)?.name ??
    t('notebook');

  return (
    <fieldset className={classes.bar} aria-label={t('filters')}>
      <button
        type="button"
        className={classes.pill}
        aria-pressed={!isFiltered(filters)}
        onClick={() => void navigate({ to: '.', search: {}, resetScroll: false })}
      >
        {t('filterAll')}
      </button>
      <FilterMenu
        label={t('notebook')}
        chosen={filters.notebook}
        nameOf={nameOfNotebook}
        options={(scope === undefined ? notebooks : (facets?.notebooks ?? [])).map(({ id, name, entry_count }) => ({
          value: id,
          count: entry_count,
          icon: <Spine id={id} />,
          name: name ?? t('notebook'),
        }))}
        onChange={(notebook) => change({ notebook } as Filters)}
      />
      <FilterMenu
        label={t('mood')}
        chosen={filters.mood}
        nameOf={nameOfMood}
        options={(facets?.moods ?? []).map(({ mood, entry_count }) => ({
          value: mood,
          count: entry_count,
          icon: <MoodFlower mood={mood} />,
          name: nameOfMood(mood),
        }))}
        onChange={(mood) => change({ mood } as Filters)}
      />
      <FilterMenu
        label={t('whose')}
        chosen={scope}
        nameOf={() => t('whoseShared')}
        options={[{ value: 'shared', name: t('whoseShared') }]}
        none={t('whoseMine')}
        onChange={(value) =>
          void navigate({ to: '.', search: value === undefined ? {} : { scope: 'shared' }, resetScroll: false })
        }
      />
      <FilterMenu
        label={t('tag')}
        chosen={filters.tag}
        nameOf={(tag) => tag}
        options={(facets?.tags ?? []).map(({ tag, entry_count }) => ({ value: tag, count: entry_count, name: tag }))}
        onChange={(tag) => change({ tag } as Filters)}
      />
      <DateFilter filters={filters} years={facets?.years ?? []} onChange={change} />
    </fieldset>
  );
}

function without(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
