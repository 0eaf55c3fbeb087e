import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useEntryActions } from '../api/entry-actions.ts';
import { notebooksQuery } from '../api/queries.ts';
import { offerUndo } from '../components/undo.ts';
import type { Entry } from '../entry.ts';
import { Spine } from '../notebooks/spine.tsx';
import classes from './move-dialog.module.css';

/** Moves an entry to another notebook, or out of all. */
export function MoveDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTranslations('journal');
  const { data: notebooks = [], error } = useQuery(notebooksQuery);
  const { move } = useEntryActions(entry);
  const isFollowing = entry.inherits.metadata || entry.inherits.content || entry.notebook_id === null;

  async function choose(id: string | null, name: string): Promise<void> {
    onClose();
    await move(id);
    offerUndo({ message: t('moved', { name }), undo: () => move(entry.notebook_id) });
  }

  const option = (id: string | null, name: string, readers: string | null) => (
    <li key={id}>
      <button
        type="button"
        className={classes.option}
        aria-current={id === entry.notebook_id}
        onClick={() => void choose(id, name)}
      >
        {id === null ? <Icon name="journal" size={20} /> : <Spine id={id} />}
        <span>
          <bdi>{name}</bdi>
          {readers !== null && isFollowing && <small className={classes.readers}>{readers}</small>}
        </span>
        {id === entry.notebook_id && <Icon name="check" size={20} />}
      </button>
    </li>
  );

  return (
    <Dialog onClose={onClose} title={t('move')}>
      <Problem error={error} />
      <ul>
        {option(null, t('noNotebook'), null)}
        {notebooks.map(({ id, name, audience }) =>
          option(
            id,
            name,
            audience === null || audience.metadata.kind === 'private'
              ? null
              : t('moveShared', { name: audience.metadata.name ?? t('everyone') }),
          ),
        )}
      </ul>
    </Dialog>
  );
}
