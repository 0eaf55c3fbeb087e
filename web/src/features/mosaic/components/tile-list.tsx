import { TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Virtualizer } from 'virtua';
import { isNamed } from '../../../../../src/platform/text/search/name.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Field } from '../field.rules.ts';
import classes from './tile-list.module.css';
import { TileMark } from './tile-mark.tsx';

type TileListProps = { field: Field; open: number | null; onOpen: (cell: number) => void };

/** The tiles of the canvas as a list, in the same order, to read, find and open. */
export function TileList({ field, open, onOpen }: TileListProps) {
  const t = useTranslations('mosaic');
  const scroller = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const rows = useMemo(
    () =>
      field.tiles
        .map((tile, cell) => ({ tile, cell }))
        .filter(({ tile }) => wanted === '' || isNamed(tile.userName, wanted)),
    [field, wanted],
  );
  return (
    <section className={classes.list} aria-label={t('tiles')} data-rows={rows.length}>
      <TextInput
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        leftSection={<Icon name="search" size={20} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div ref={scroller} className={classes.scroller}>
        {rows.length === 0 && <Muted role="status">{t('noneFound')}</Muted>}
        <Virtualizer as="ol" item="li" data={rows} scrollRef={scroller}>
          {({ tile, cell }) => (
            <button
              key={tile.userId}
              type="button"
              className={classes.row}
              aria-pressed={cell === open}
              onClick={() => onOpen(cell)}
            >
              <TileMark state={tile.status} team={tile.teamColor} />
              <Stack as="span" grows fits>
                <Text as="span" breaks dir="auto">
                  {tile.userName}
                </Text>
                <Muted as="span">
                  {t(`states.${tile.status}`)} · {t(`teams.${tile.teamColor}`)}
                  {tile.isAi && ` · ${t('synthetic')}`}
                </Muted>
              </Stack>
            </button>
          )}
        </Virtualizer>
      </div>
    </section>
  );
}
