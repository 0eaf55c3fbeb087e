import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { cellAt, type Field } from '../field.rules.ts';

/** Says which tile is selected, to screen readers. */
export function SelectedTile({ field, cell }: { field: Field; cell: number | null }) {
  const t = useTranslations('mosaic');
  const tile = cell === null ? undefined : field.tiles[cell];
  return (
    <VisuallyHidden role="status">
      {cell !== null &&
        tile !== undefined &&
        t('selected', {
          name: tile.userName,
          team: t(`teams.${tile.teamColor}`),
          state: t(`states.${tile.status}`),
          row: cellAt(field, cell).y + 1,
          place: (cell % field.columns) + 1,
        })}
    </VisuallyHidden>
  );
}
