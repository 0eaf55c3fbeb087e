import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import classes from './filter-bar.module.css';

type Option = { value: string; name: string; count?: number; icon?: ReactNode };

type FilterMenuProps = {
  label: string;
  chosen: string | undefined;
  nameOf: (value: string) => string;
  options: readonly Option[];
  /** What is shown without this filter. */
  none?: string;
  onChange: (value: string | undefined) => void;
};

/** One filter: its values with their number of entries. */
export function FilterMenu({ label, chosen, nameOf, options, none, onChange }: FilterMenuProps) {
  const t = useTranslations('journal');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={classes.pill}
          data-chosen={chosen !== undefined}
          aria-label={chosen === undefined ? label : t('filterIs', { label, value: nameOf(chosen) })}
        >
          <span>{chosen === undefined ? label : nameOf(chosen)}</span>
          <Icon name="chevron-down" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {(chosen !== undefined || options.length === 0) && (
          <Menu.Item disabled={chosen === undefined} onClick={() => onChange(undefined)}>
            {options.length === 0 ? t('filterNone') : (none ?? t('filterAny', { label }))}
          </Menu.Item>
        )}
        {options.map(({ value, name, count, icon }) => (
          <Menu.Item
            key={value}
            leftSection={icon}
            rightSection={chosen === value && <Icon name="check" size={16} />}
            onClick={() => onChange(value)}
          >
            <Row as="span" gap={4} align="baseline" breaks>
              <bdi>{name}</bdi>
              {count !== undefined && <span className={classes.optionCount}>{count}</span>}
            </Row>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
